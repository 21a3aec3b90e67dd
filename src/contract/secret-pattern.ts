/**
 * A pattern for a value in any mix of plain, percent, JSON and HTML spelling, composed or decomposed, with blanks, signs or markup between its characters, and as base64 or
 * hexadecimal digits of its UTF-8, UTF-16 and Latin-1 bytes. A long one, such as a token, is known as it is and as base64 of UTF-8 alone: nobody spells it out, and the
 * pattern would grow with it. For the flags `gi`.
 */
export function patternOf(secret: string): string {
  if (secret.length > SPELLED_MAX) return `${[...secret].map(patternOfCharacter).join('')}|${patternOfBase64(Buffer.from(secret, 'utf8'))}`
  const spellings = [...new Set([secret, secret.normalize('NFC'), secret.normalize('NFD')])]
  // What a reader of Latin-1 makes of UTF-8.
  const misread = isAscii(secret) ? [] : spellings.map((one) => Buffer.from(one, 'utf8').toString('latin1'))
  const encoded = [...new Map(spellings.flatMap(bytesOf).map((bytes) => [bytes.toString('hex'), bytes])).values()]
  return [...[...spellings, ...misread].map(spelledOut), ...encoded.flatMap(patternsOfBase64), ...encoded.map(patternOfHex)].join('|')
}

const SPELLED_MAX = 128
/** Only in a longer value do signs part nothing by chance. */
const SIGNS_FROM = 8
/** Markup, such as a comment, parts nothing for who reads it. */
const MARKUP = '&nbsp;|<[^<>]{0,80}>|\\]\\]>|<!\\[CDATA\\['
const BLANKS = `(?:\\s|[\\u00ad\\u200b-\\u200f\\u2060\\ufeff]|${MARKUP}){0,2}`
const SIGNS = `(?:\\s|[\\u00ad\\u200b-\\u200f\\u2060\\ufeff.,;:_|/*·•-]|${MARKUP}){0,2}`

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
const isLatin = (text: string): boolean => /^[\0-\xff]*$/.test(text)

const spelledOut = (text: string): string => [...text].map(patternOfCharacter).join(text.length < SIGNS_FROM ? BLANKS : SIGNS)

function bytesOf(text: string): Buffer[] {
  const utf16 = Buffer.from(text, 'utf16le')
  return [Buffer.from(text, 'utf8'), utf16, Buffer.from(utf16).swap16(), ...(isLatin(text) && !isAscii(text) ? [Buffer.from(text, 'latin1')] : [])]
}

/** At the beginning of what is encoded, and, for a value that is long enough to be known by them, among other bytes: without the digits that these have a part in. */
function patternsOfBase64(bytes: Buffer): string[] {
  const among = bytes.length < SIGNS_FROM ? [] : [0, 1, 2].map((shift) => {
    const digits = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64').slice(shift === 0 ? 0 : shift + 1)
    const shared = [0, 3, 2][(bytes.length + shift) % 3] as number
    return `[\\w+/-]{0,3}${escapeBase64(digits.slice(0, digits.length - shared))}[\\w+/-]{0,2}={0,2}`
  })
  return [patternOfBase64(bytes), ...among]
}

/** Its padding may be left out, and + and / be written as in addresses. */
function patternOfBase64(bytes: Buffer): string {
  const [digits = ''] = bytes.toString('base64').split('=')
  return `${escapeBase64(digits)}={0,2}`
}

const escapeBase64 = (digits: string): string => escapePattern(digits).replaceAll('\\+', '[+-]').replaceAll('\\/', '[/_]')

/** Bytes may stand apart, as in a dump. */
const patternOfHex = (bytes: Buffer): string => [...bytes].map((byte) => `(?:0x|\\\\x)?${byte.toString(16).padStart(2, '0')}`).join('[\\s:,-]{0,2}')

const HTML_NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function patternOfCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const percent = [...Buffer.from(character, 'utf8')].map((byte) => `[%=](?:25)?${byte.toString(16).padStart(2, '0')}`).join('')
  const latin = code > 0x7f && code <= 0xff ? `|[%=](?:25)?${code.toString(16)}` : ''
  const unicode = Array.from({ length: character.length }, (_, unit) => `\\\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`).join('')
  // An entity may stand for the & of another.
  const html = `&(?:amp;)?(?:${HTML_NAMES[character] ?? 'x'}|#0*${code}|#x0*${code.toString(16)});`
  const plain = /[a-z0-9]/i.test(character) ? character : `\\\\{0,3}${escapePattern(character)}`
  return `(?:${plain}|${html}|${percent}${latin}|${unicode}${character === ' ' ? '|\\+' : ''})`
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
