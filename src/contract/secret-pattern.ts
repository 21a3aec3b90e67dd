/** A pattern for a value in any mix of plain, percent, JSON and HTML spelling, and for its base64 form. For the flags `gi`. */
export function patternOf(secret: string): string {
  const base64 = Buffer.from(secret, 'utf8').toString('base64')
  return `${[...secret].map(patternOfCharacter).join('')}|${escapePattern(base64)}`
}

const HTML_NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function patternOfCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const percent = [...Buffer.from(character, 'utf8')].map((byte) => `%(?:25)?${byte.toString(16).padStart(2, '0')}`).join('')
  const unicode = Array.from({ length: character.length }, (_, unit) => `\\\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`).join('')
  // An entity may stand for the & of another.
  const html = `&(?:amp;)?(?:${HTML_NAMES[character] ?? 'x'}|#0*${code}|#x0*${code.toString(16)});`
  const plain = /[a-z0-9]/i.test(character) ? character : `\\\\?${escapePattern(character)}`
  return `(?:${plain}|${html}|${percent}|${unicode}${character === ' ' ? '|\\+' : ''})`
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
