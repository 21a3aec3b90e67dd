import { Fault } from '../../errors.js'
import { allKnownHeaders, headerKey, nearestName } from './columns.js'

const PAIR = /([^=,]*)(?:=(\s{0,20}"(?:[^"]|"")*"\s{0,20}|[^,]*))?(?:,|$)/y

/**
 * Reads the value of --map: `hotel_code=listing_id,date=night`. A column name with a comma stands in double quotes.
 * @returns canonical name → column of the file
 * @throws Fault USAGE naming the known names
 */
export function parseMap(text: string): Record<string, string> {
  const known = allKnownHeaders()
  const map: Record<string, string> = {}
  for (const [name, column] of pairsOf(text)) {
    const canonical = known.get(headerKey(name))
    if (canonical === undefined) throw unknownName(name, new Set(known.values()))
    if (Object.hasOwn(map, canonical)) throw new Fault('USAGE', `--map names ${canonical} twice.`)
    map[canonical] = column
  }
  return map
}

function pairsOf(text: string): [string, string][] {
  const pairs: [string, string][] = []
  const matcher = new RegExp(PAIR)
  while (matcher.lastIndex < text.length) {
    const [name = '', quoted] =
      matcher
        .exec(text)
        ?.slice(1)
        .map((part: string | undefined) => part?.trim()) ?? []
    const column = quoted?.startsWith('"') ? quoted.slice(1, -1).replaceAll('""', '"') : quoted
    if (name === '' || column === undefined || column === '') {
      throw new Fault('USAGE', `--map ${text} is not a list of NAME=COLUMN.`, {
        next: 'Write for example --map hotel_code=listing_id,date=night,price=rate.',
      })
    }
    pairs.push([name, column])
  }
  if (pairs.length === 0)
    throw new Fault('USAGE', '--map is empty.', { next: 'Write for example --map hotel_code=listing_id.' })
  return pairs
}

function unknownName(name: string, known: ReadonlySet<string>): Fault {
  const near = nearestName(name, known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return new Fault('USAGE', `--map does not know the name "${name}".${hint}`, {
    next: `Known names: ${[...known].join(', ')}. The name stands left of "=", the column of your file right.`,
  })
}
