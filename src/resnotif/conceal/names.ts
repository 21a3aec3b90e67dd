/** Elements and attributes whose content is secret as a whole, by lower-case name. */
const PASSWORDS: ReadonlySet<string> = new Set(['password', 'passwd', 'passphrase', 'pwd', 'messagepassword', 'agentpassword', 'agentdutycode', 'encryptedvalue'])
const CARDS: ReadonlySet<string> = new Set(['cardnumber', 'seriescode', 'magneticstripe', 'cvc', 'cvc2', 'cvv', 'cvv2', 'cvn', 'securitycode'])

/** What an element or attribute of this local name holds. */
export function secretKind(name: string): 'password' | 'card' | undefined {
  if (name.length > 16) return undefined
  const lower = name.toLowerCase()
  return PASSWORDS.has(lower) ? 'password' : CARDS.has(lower) ? 'card' : undefined
}

const NAMED = /(cvc2?|cvv2?|cvn2?|security[ _-]?code|series[ _-]?code|card[ _-]?number|magnetic[ _-]?stripe|pass(?:word|wd|phrase)|pwd|agent[ _-]?duty[ _-]?code)(\\?["']?\s{0,9}[:=]\s{0,9})(\\?"[^"]{0,200}"?|'[^']{0,200}'?|[^\s,;&<>{}"']{1,200})/gi

/** Text with what stands behind a name of a secret replaced, in JSON, forms and prose. */
export function replaceNamed(text: string, hide: (value: string, name: string) => string): string {
  return text.replace(NAMED, (_, name: string, equals: string, value: string) => {
    const [open = ''] = /^\\?["']/.exec(value) ?? []
    const isClosed = open !== '' && value.length > open.length && value.endsWith(open)
    return `${name}${equals}${open}${hide(value.slice(open.length, isClosed ? -open.length : undefined), name)}${isClosed ? open : ''}`
  })
}
