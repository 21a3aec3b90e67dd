import { isObject, isThere, type Loose, type Mismatch, wordsOf } from './values.js'

/**
 * Values that were sent and for which the record that came back has null: it does not hold them.
 * @param named the record in our names, before its values were read
 */
export function nulledIn(sent: unknown, named: unknown, except: (field: string) => boolean, place = ''): Mismatch[] {
  if (!isObject(sent) || !isObject(named)) return []
  return Object.entries(sent).flatMap(([field, value]): Mismatch[] => {
    if (except(field) || !isThere(value) || !Object.hasOwn(named, field)) return []
    const told = (named as Loose)[field]
    if (told === null) return [{ field: `${place}${field}`, asked: wordsIn(value), answered: 'null' }]
    return place === '' ? nulledIn(value, told, () => false, `${field}.`) : []
  })
}

const wordsIn = (value: unknown): string => (typeof value === 'object' ? 'what was sent' : wordsOf(value))
