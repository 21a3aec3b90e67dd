/** The name of a person as an answer or a message has it; a part that is left out is undefined. */
export interface Name {
  given: string | undefined
  /** Between the two: MiddleName and SurnamePrefix. */
  middle: string | undefined
  surname: string | undefined
}

/** Whether a name that an answer tells may be the one that was sent, in letters of another script perhaps: nobody here knows whether those are the same name. */
export const isSameName = (told: Name, sent: Name): boolean =>
  isSpelledAlike(told, sent) ||
  (!isPlaceholder(told) &&
    !placesExchanged(told, sent).includes(true) &&
    isLike(told, sent, (is, was) => isSameText(is, was) || isForeign(is, was)))

/** Whether a name that an answer tells has the given name that was sent as its surname and the surname as its given name, in the letters that were sent. */
export const isExchanged = (told: Name, sent: Name): boolean =>
  !isSpelledAlike(told, sent) && !placesExchanged(told, sent).includes(false)

/** For given name and surname: whether the answer has there what was sent as the other one. */
const placesExchanged = (told: Name, sent: Name): boolean[] =>
  [
    [told.given, sent.surname],
    [told.surname, sent.given],
  ].map(([is, was]) => is !== undefined && was !== undefined && bare(is) !== '' && isSameText(is, was))

/** Whether two names have letters of one script, so that they can be compared. */
export function haveScriptInCommon(one: Name, other: Name): boolean {
  const own = scriptsOf(nameText(other))
  return scriptsOf(nameText(one)).some((script) => own.includes(script))
}

/** Whether a part of a name is told in the letters that were sent. */
export const hasPartAlike = (told: Name, sent: Name): boolean =>
  (['given', 'middle', 'surname'] as const).some(
    (part) => told[part] !== undefined && sent[part] !== undefined && isSameText(told[part], sent[part]),
  )

/** No name is so short in letters that stand for others: "X X" is what a PMS writes that cannot read the name. */
const isPlaceholder = (told: Name): boolean => (nameText(told).match(/\p{L}/gu) ?? []).length <= 2

/** Whether a name that an answer tells is the one that was sent: in other capitals, without accents, transliterated within one script, in part, or with its parts in other elements. */
export const isSpelledAlike = (told: Name, sent: Name): boolean => isLike(told, sent, isSameText)

function isLike(told: Name, sent: Name, isSame: (told: string, sent: string) => boolean): boolean {
  const isAlike = (['given', 'middle', 'surname'] as const).every(
    (part) =>
      told[part] === undefined ||
      isSame(told[part], sent[part] ?? '') ||
      (part === 'given' && isInitial(told[part], sent[part] ?? '')),
  )
  if (isAlike || isSame(nameText(told), nameText(sent))) return true
  // All of it in one element, the surname first perhaps.
  const isOne = [told.given, told.middle, told.surname].filter((part) => part !== undefined).length === 1
  return isOne && isSame(nameText(told), [sent.surname, sent.given, sent.middle].join(' '))
}

/** Whether a name that an answer tells has the given name that was sent as an initial alone. */
export const isShortened = (told: Name, sent: Name): boolean =>
  told.given !== undefined &&
  isInitial(told.given, sent.given ?? '') &&
  !isSameText(told.given, sent.given ?? '') &&
  isSpelledAlike(told, sent)

const isInitial = (told: string, sent: string): boolean => /^\p{L}\.?$/u.test(told) && firstOf(told) === firstOf(sent)

/** The first character, which may be one of more than 16 bits. */
const firstOf = (text: string): string => (/^./su.exec(text)?.[0] ?? '').toLowerCase()

export const nameText = ({ given, middle, surname }: Name): string =>
  [given, middle, surname].filter((part) => part !== undefined).join(' ')

/** Compared by letters and digits alone. */
function isSameText(told: string, sent: string): boolean {
  const was = spellingsOf(sent)
  return spellingsOf(told).some((one) => was.includes(one))
}

function isForeign(told: string, sent: string): boolean {
  const [scripts, own] = [scriptsOf(told), scriptsOf(sent)]
  return scripts.length > 0 && own.length > 0 && !scripts.some((script) => own.includes(script))
}

/** Accents and marks that a text may be written without. The vowel signs of Indian scripts and of Thai are none. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670]|\p{Variation_Selector}/gu
/** Letters that a transliteration writes as others, by what each may become. */
const LETTERS: ReadonlyMap<string, readonly [plain: string, long: string]> = new Map([
  ['ä', ['a', 'ae']],
  ['ö', ['o', 'oe']],
  ['ü', ['u', 'ue']],
  ['å', ['a', 'aa']],
  ['ø', ['o', 'oe']],
  ['æ', ['a', 'ae']],
  ['œ', ['o', 'oe']],
  ['ß', ['s', 'ss']],
  ['þ', ['t', 'th']],
  ['ð', ['d', 'dh']],
  ['đ', ['d', 'dj']],
  ['ł', ['l', 'l']],
  ['ı', ['i', 'i']],
  ['ħ', ['h', 'h']],
  ['ŋ', ['n', 'ng']],
  ['ς', ['σ', 'σ']],
  // Forms of one character that a code page of Japan has in one form alone.
  ['髙', ['高', '高']],
  ['𠮷', ['吉', '吉']],
  ['﨑', ['崎', '崎']],
])

/** A text as it may be written: with one letter for each, or with two for those that have them. */
function spellingsOf(text: string): string[] {
  // An İ in small letters is an i with a dot on it, which goes with the marks.
  const small = text.normalize('NFC').toLowerCase()
  return ([0, 1] as const).flatMap((way) => {
    const written = [...small].map((letter) => LETTERS.get(letter)?.[way] ?? letter).join('')
    return bare(written)
  })
}

const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll('ς', 'σ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

const SCRIPTS = [
  ['Latin', /\p{Script=Latin}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Han', /\p{Script=Han}/u],
  ['Kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Hangul', /\p{Script=Hangul}/u],
] as const

const scriptsOf = (text: string): string[] =>
  SCRIPTS.flatMap(([name, letter]) => (letter.test(text.normalize('NFC')) ? [name] : []))
