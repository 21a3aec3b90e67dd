import { Fault } from '../../errors.js'
import { firstCharacters } from '../../redaction/index.js'

const SUFFIXES: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'phd', 'md'])

/**
 * A guest's name as a flag gives it: `Ada Lovelace`, or `de la Cruz, María José` with the last name before a comma. Of more than two words
 * without a comma nobody can tell where the last name begins.
 * @throws Fault USAGE with the two ways to write the name
 */
export function guestName(given: string): { firstName: string; lastName: string } {
  const parts = given.split(',').map((part) => part.trim().replace(/\s+/g, ' '))
  const [first = '', second = ''] = parts
  if (parts.length === 2 && first !== '' && second !== '' && !SUFFIXES.has(second.toLowerCase().replaceAll('.', '')))
    return { firstName: second, lastName: first }
  const words = first.split(' ')
  const [firstName = '', lastName = ''] = words
  if (parts.length === 1 && words.length === 2) return { firstName, lastName }
  const shown = firstCharacters(given, 80)
  if (parts.length === 1 && words.length > 2) {
    throw new Fault('USAGE', `--guest "${shown}" does not say where the last name begins.`, {
      next: `Put the last name before a comma: --guest "${words.at(-1)}, ${words.slice(0, -1).join(' ')}" or --guest "${words.slice(1).join(' ')}, ${firstName}". Nothing was sent.`,
    })
  }
  throw new Fault('USAGE', `--guest needs a first and a last name; "${shown}" is not that.`, {
    next: 'Write --guest "Ada Lovelace" or --guest "Lovelace, Ada", or name the guests in a file. Nothing was sent.',
  })
}
