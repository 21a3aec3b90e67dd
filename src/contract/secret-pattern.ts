/**
 * A pattern for a value in any mix of plain, percent, JSON and HTML spelling, with blanks or markup between its characters, and as base64 or hexadecimal digits of its UTF-8 and
 * UTF-16 bytes. A long one, such as a token, is known as it is and as base64 of UTF-8 alone: nobody spells it out, and the pattern would grow with it. For the flags `gi`.
 */
export function patternOf(secret: string): string {
  if (secret.length > SPELLED_MAX) return `${[...secret].map(patternOfCharacter).join('')}|${patternOfBase64(Buffer.from(secret, 'utf8'))}`
  const utf16 = Buffer.from(secret, 'utf16le')
  const encoded = [Buffer.from(secret, 'utf8'), utf16, Buffer.from(utf16).swap16()]
  return [[...secret].map(patternOfCharacter).join(BLANKS), ...encoded.map(patternOfBase64), ...encoded.map(patternOfHex)].join('|')
}

const SPELLED_MAX = 128
/** Markup, such as a comment, parts nothing for who reads it. */
const BLANKS = '(?:\\s|&nbsp;|<[^<>]{0,80}>|\\]\\]>|<!\\[CDATA\\[){0,2}'

/** Its padding may be left out, and + and / be written as in addresses. */
function patternOfBase64(bytes: Buffer): string {
  const [digits = ''] = bytes.toString('base64').split('=')
  return `${escapePattern(digits).replaceAll('\\+', '[+-]').replaceAll('\\/', '[/_]')}={0,2}`
}

/** Bytes may stand apart, as in a dump. */
const patternOfHex = (bytes: Buffer): string => [...bytes].map((byte) => `(?:0x|\\\\x)?${byte.toString(16).padStart(2, '0')}`).join('[\\s:,-]{0,2}')

const HTML_NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function patternOfCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const percent = [...Buffer.from(character, 'utf8')].map((byte) => `%(?:25)?${byte.toString(16).padStart(2, '0')}`).join('')
  const unicode = Array.from({ length: character.length }, (_, unit) => `\\\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`).join('')
  // An entity may stand for the & of another.
  const html = `&(?:amp;)?(?:${HTML_NAMES[character] ?? 'x'}|#0*${code}|#x0*${code.toString(16)});`
  const plain = /[a-z0-9]/i.test(character) ? character : `\\\\{0,3}${escapePattern(character)}`
  return `(?:${plain}|${html}|${percent}|${unicode}${character === ' ' ? '|\\+' : ''})`
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
