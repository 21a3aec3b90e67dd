import type { FactChange } from '../comparison/index.js'
import { dayNumber, dayText } from '../read/index.js'

/** Changes as a person reads them: those of nights that follow each other and say the same are one. */
export function foldNights(changes: readonly FactChange[]): FactChange[] {
  const folded: Fold[] = []
  const open = new Map<string, Fold>()
  for (const change of changes) {
    const night = nightOf(change)
    const known = night === undefined ? undefined : open.get(night.key)
    if (night !== undefined && known?.to === night.from) {
      known.to = night.to
      known.all.push(change)
      continue
    }
    const fold: Fold = { ...(night ?? { key: '', from: 0, to: 0, told: '' }), all: [change] }
    folded.push(fold)
    if (night !== undefined) open.set(night.key, fold)
  }
  return folded.map(foldedOf)
}

interface Night {
  /** What nights that are told in one line have alike. */
  key: string
  from: number
  /** The day behind it. */
  to: number
  /** The sentence without the night and the places. */
  told: string
}

interface Fold extends Night {
  all: FactChange[]
}

const NIGHT = /^Night (\d{4}-\d{2}-\d{2}), /
/** A Rate among those of its RoomRate. */
const RATE = /\/Rate\[\d{1,9}\]/

function nightOf({ text, path, nights, ...change }: FactChange): Night | undefined {
  const head = change.reservation === undefined ? '' : `Reservation ${change.reservation}: `
  const sentence = text.startsWith(head) ? text.slice(head.length) : text
  const night = NIGHT.exec(sentence)
  const [from, to] = nights === undefined ? [dayNumber(night?.[1])] : [dayNumber(nights.from), dayNumber(nights.to)]
  if (from === undefined) return undefined
  const place = path === undefined ? -1 : sentence.lastIndexOf(' (')
  const told = place < 0 ? sentence.slice(night?.[0].length ?? 0) : sentence.slice(0, place)
  const same = path?.replace(RATE, '/Rate')
  return { key: JSON.stringify([change.reservation, change.about, same, told]), from, to: to ?? from + 1, told }
}

function foldedOf({ all, from, to, told }: Fold): FactChange {
  const [first, ...others] = all as [FactChange, ...FactChange[]]
  const last = others.at(-1)
  if (last === undefined) return first
  const head = first.reservation === undefined ? '' : `Reservation ${first.reservation}: `
  const days = `Nights ${dayText(from)} to ${dayText(to - 1)}`
  const lines = (name: 'line' | 'lineBefore'): string =>
    first[name] === last[name] ? `line ${first[name] ?? '?'}` : `lines ${first[name] ?? '?'} to ${last[name] ?? '?'}`
  const places =
    first.path === undefined
      ? ''
      : first.line === undefined
        ? ` (${lines('lineBefore')} of the earlier message)`
        : ` (${lines('line')}${first.lineBefore === undefined ? '' : `, before ${lines('lineBefore')}`})`
  return { ...first, text: `${head}${days}, ${told}${places}${first.path === undefined ? '' : '.'}` }
}
