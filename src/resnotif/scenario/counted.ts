import { childOf, childrenOf, type XmlNode } from '../xml/index.js'
import { told } from './told.js'

interface Counted {
  code: string | undefined
  age: string | undefined
  count: number
}

const ADULT = '10'

/**
 * What the GuestCounts of an answer say otherwise than was sent, in words. An answer may leave kinds or ages of guests out, count children without their ages, and tell
 * the stay of each room by itself, with the guests of that room or of all.
 */
export function wrongCounts(sent: readonly XmlNode[], all: readonly XmlNode[]): string[] {
  const own = countsIn(sent, 'RoomStay')
  if (own.length === 0 || own.includes(undefined)) return []
  const whole = own.flatMap((counts) => counts ?? [])
  const each = countsIn(all, 'RoomStay')
  const stays = each.filter((counts) => counts !== undefined)
  const alone = countsIn(all, 'ResGlobalInfo').filter((counts) => counts !== undefined)
  const isSplit = each.length > own.length
  const isAll = each.length === own.length
  const wrong = [
    ...(stays.length === 0 || (isSplit && stays.every((counts) => wrongOf(counts, whole, true).length === 0))
      ? []
      : wrongOf(stays.flat(), whole, isAll)),
    ...alone.flatMap((counts) => wrongOf(counts, whole, true)),
  ]
  return [...new Set(wrong)]
}

/** @param isAll whether those told are all that the answer knows of; where they are not, there may be fewer */
function wrongOf(counts: readonly Counted[], whole: readonly Counted[], isAll: boolean): string[] {
  const key = ({ code, age, count }: Counted): string => JSON.stringify([code, age, count])
  const left = whole.map(key)
  const isPart = counts.every((one) => {
    const at = left.indexOf(key(one))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  if (isPart) return []
  const kinds: [string, (one: Counted) => boolean][] = counts.some(({ code }) => code === undefined)
    ? [['the guests', () => true]]
    : [
        ['the adults', ({ code }) => code === ADULT],
        ['the children', ({ code }) => code !== ADULT],
      ]
  const wrong = kinds.flatMap(([name, isOf]) => {
    const [is, was] = [counts, whole].map((some) => sumOf(some.filter(isOf)))
    if (!counts.some(isOf) || is === undefined || was === undefined) return []
    return is === was || (!isAll && is < was) ? [] : [`${name} as ${is}, sent ${was === 1 ? 'was' : 'were'} ${was}`]
  })
  if (wrong.length > 0) return wrong
  const ages = whole.flatMap(({ code, age }) => (code === ADULT ? [] : (age ?? [])))
  const others = counts
    .flatMap(({ code, age }) => (code === ADULT ? [] : (age ?? [])))
    .filter((age) => !ages.includes(age))
  return ages.length === 0 || others.length === 0
    ? []
    : [`the ages of children as ${others.join(', ')}, sent ${ages.length === 1 ? 'was' : 'were'} ${ages.join(', ')}`]
}

const sumOf = (counts: readonly Counted[]): number => counts.reduce((sum, { count }) => sum + count, 0)

/** The counts of each stay, or of the whole; undefined where they cannot be compared: no number, or of one room of several. */
function countsIn(nodes: readonly XmlNode[], holder: string): (Counted[] | undefined)[] {
  return nodes
    .filter(({ name }) => name === holder)
    .map((node) => {
      const holding = childOf(node, 'GuestCounts')
      const counts = childrenOf(holding, 'GuestCount').map((one) => ({
        code: told(one, 'AgeQualifyingCode'),
        age: told(one, 'Age'),
        count: Number(told(one, 'Count') ?? Number.NaN),
      }))
      const isPerRoom = /^(?:true|1)$/.test(told(holding, 'IsPerRoom') ?? '')
      const isOdd = counts.some(({ count }) => Number.isNaN(count))
      return counts.length === 0 || isOdd || (isPerRoom && unitsIn(node) !== 1) ? undefined : counts
    })
}

/** Units of a stay; undefined where it does not tell them. */
function unitsIn(node: XmlNode): number | undefined {
  const types = childrenOf(childOf(node, 'RoomTypes'), 'RoomType')
  return types.length === 0
    ? undefined
    : types.reduce((sum, type) => sum + Number(told(type, 'NumberOfUnits') ?? '1'), 0)
}
