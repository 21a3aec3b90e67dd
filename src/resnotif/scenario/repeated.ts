import { childOf, readXml, valueOf, walkNodes, type XmlNode } from '../xml/index.js'

/** What a message and its answer may both say of the stay, as words that can be compared. */
interface Said {
  rooms: string | undefined
  dates: string | undefined
  total: string | undefined
}

const WORDS: Readonly<Record<keyof Said, string>> = {
  rooms: 'the rooms',
  dates: 'the dates',
  total: 'the total of the stay',
}

/**
 * What of the stay an answer repeats otherwise than it was sent, in words; undefined where it agrees or says nothing of it. A PMS need not repeat anything.
 * @param message the notification that was sent
 */
export function contradictionIn(body: string, message: string): string | undefined {
  const [told, sent] = [saidIn(readXml(body).root), saidIn(readXml(message).root)]
  const wrong = (Object.keys(WORDS) as (keyof Said)[]).filter(
    (key) => told[key] !== undefined && sent[key] !== undefined && told[key] !== sent[key],
  )
  if (wrong.length === 0) return undefined
  const listed = wrong.map((key) => `${WORDS[key]} as ${told[key] ?? ''}, sent were ${sent[key] ?? ''}`)
  return `The PMS answered Success, but repeats ${listed.join('; ')}.`
}

function saidIn(root: XmlNode | undefined): Said {
  const stays = root === undefined ? [] : [...walkNodes(root)].filter(({ name }) => name === 'RoomStay')
  const units = new Map<string, number>()
  let isTold = stays.length > 0
  for (const stay of stays) {
    const types = [...walkNodes(stay)].filter(({ name }) => name === 'RoomType')
    isTold &&= types.length > 0
    for (const type of types) {
      const code = valueOf(type, 'RoomTypeCode') ?? ''
      units.set(code, (units.get(code) ?? 0) + Number(valueOf(type, 'NumberOfUnits') ?? '1'))
    }
  }
  const spans = stays.map((stay) => {
    const span = childOf(stay, 'TimeSpan')
    return [valueOf(span, 'Start'), valueOf(span, 'End')].map((day) => day?.slice(0, 10) ?? '').join(' to ')
  })
  const totals = stays.map((stay) => childOf(stay, 'Total')).map((total) => amountOf(total))
  return {
    rooms: isTold
      ? [...units]
          .map(([code, count]) => `${count} × ${code}`.slice(0, 60))
          .sort()
          .join(', ')
      : undefined,
    dates:
      spans.length > 0 && spans.every((span) => /^\S+ to \S+$/.test(span))
        ? [...new Set(spans)].sort().join(', ')
        : undefined,
    total:
      totals.length > 0 && totals.every((one) => Number.isFinite(one))
        ? totals.reduce((sum, one) => sum + one, 0).toFixed(2)
        : undefined,
  }
}

function amountOf(total: XmlNode | undefined): number {
  const [amount, places] = [valueOf(total, 'AmountAfterTax'), Number(valueOf(total, 'DecimalPlaces') ?? '0')]
  if (amount === undefined || amount.trim() === '') return Number.NaN
  return amount.includes('.') ? Number(amount) : Number(amount) / 10 ** places
}
