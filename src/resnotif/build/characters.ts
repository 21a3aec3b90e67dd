import { invalid } from './booking.js'

/** Code points that XML 1.0 cannot carry in any spelling, lone surrogates included. */
function isForbidden(code: number): boolean {
  if (code < 0x20) return code !== 0x09 && code !== 0x0a && code !== 0x0d
  return (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff
}

const nameOf = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Text for an element. Line ends become line feeds, as every XML reader makes them.
 *
 * @throws Fault `INVALID_INPUT` with field and position (characters, from 1) for a character that XML forbids.
 */
export function elementText(field: string, text: string): string {
  let position = 0
  for (const character of text) {
    position++
    const code = character.codePointAt(0) as number
    if (isForbidden(code))
      throw invalid(
        field,
        `has the character ${nameOf(code)} at position ${position}, which XML cannot carry`,
        nameOf(code),
        'Take the character out.',
      )
  }
  return text.replaceAll(/\r\n?/g, '\n')
}

/**
 * Text for an attribute: as for an element, but readers turn tabs and line ends in attributes into blanks, so these are refused too.
 *
 * @throws Fault `INVALID_INPUT` with field and position.
 */
export function attributeText(field: string, text: string): string {
  const at = text.search(/[\t\n\r]/)
  if (at >= 0)
    throw invalid(
      field,
      `has ${nameOf(text.charCodeAt(at))} at position ${Array.from(text.slice(0, at)).length + 1}, which an XML attribute cannot carry`,
      nameOf(text.charCodeAt(at)),
      'Write a blank there.',
    )
  return elementText(field, text)
}
