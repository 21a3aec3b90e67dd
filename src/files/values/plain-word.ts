/** Letters that are no base letter with an accent, by what people write who have no key for them. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ς: 'σ' }

/** A word as it is compared: small letters without accents. */
export function plainWord(word: string): string {
  const bare = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return bare.replace(/[łøđßæœıς]/g, (letter) => LETTERS[letter] as string)
}
