import { inputFault, type ReadContext } from '../reading/index.js'
import { AS_READ } from '../values/index.js'

/**
 * Rejects that say of themselves that their cells are as they were read: what was exchanged, looked up or renamed once must not be so again.
 * @throws Fault INVALID_INPUT where an option would
 */
export function refuseReadAgain(
  names: readonly string[],
  { name: file, options: { map, codes, ignoreColumns = [], dateCells, rangeEnd } }: ReadContext,
  line?: number,
): void {
  if (!names.includes(AS_READ)) return
  const flags = [
    ...(map === undefined && codes === undefined && rangeEnd === undefined ? [] : ['--map']),
    ...(ignoreColumns.length === 0 ? [] : ['--ignore-columns']),
    ...(dateCells === 'swapped' ? ['--date-cells'] : []),
  ]
  if (flags.length === 0) return
  throw inputFault({
    file,
    ...(line === undefined ? {} : { line }),
    field: AS_READ,
    reason: `holds rows as they were read for an earlier push, but ${flags.join(' and ')} ${flags.length === 1 ? 'is' : 'are'} given`,
    remedy: `Leave out ${flags.join(' and ')}: ids, dates and prices are written as they are sent.`,
  })
}
