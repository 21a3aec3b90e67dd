import { formatNight, type Night, weekday } from '../../calendar/index.js'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Lines of rows above which none are added for the sake of a finer scale. */
const ROWS_WANTED = 13

export interface Scale {
  /** Nights to a place. */
  step: 1 | 7 | 28
  start: Night
  places: number
}

/**
 * The finest scale at which all rows of [first, until) fit: a place for each night, each week or every four weeks; weeks begin on Mondays.
 * @param bounds.room lines in all; each band of `perBand` places takes two for its head
 */
export function finestScale(
  first: Night,
  until: Night,
  { perBand, rows, room }: { perBand: number; rows: number; room: number },
): Scale {
  const monday = first - weekday(first)
  const scales = ([1, 7, 28] as const).map((step): Scale => {
    const start = step === 1 ? first : monday
    return { step, start, places: Math.ceil((until - start) / step) }
  })
  const fits = ({ places }: Scale): boolean =>
    Math.floor(room / Math.ceil(places / perBand)) - 2 >= Math.min(rows, ROWS_WANTED)
  return scales.find(fits) ?? (scales[2] as Scale)
}

/** What stands above a band: months and Mondays, years and months, or years. */
export function headLines({
  start,
  step,
  length,
  indent,
  perBand,
}: {
  start: Night
  step: Scale['step']
  length: number
  indent: number
  perBand: number
}): string[] {
  const texts = Array.from({ length }, (_, at) => headOf(start + at * step, step, at === 0))
  return [0, 1]
    .map((line) => {
      let text = ''.padEnd(indent)
      let end = indent - 1
      for (const [at, words] of texts.entries()) {
        const word = words[line] as string
        if (word === '' || indent + at <= end || at + word.length > perBand) continue
        text = text.padEnd(indent + at) + word
        end = text.length
      }
      return text.trimEnd()
    })
    .filter((line, at) => at === 0 || line !== '')
}

/** What a place that begins with this night says in either line. */
function headOf(night: Night, step: Scale['step'], isFirst: boolean): [string, string] {
  const first = formatNight(night)
  if (step === 1)
    return [isFirst || first.endsWith('-01') ? first.slice(0, 7) : '', weekday(night) === 0 ? first.slice(8) : '']
  const last = formatNight(night + step - 1)
  const isNewYear = first.slice(0, 4) !== last.slice(0, 4) || first.endsWith('-01-01')
  const isNewMonth = first.slice(0, 7) !== last.slice(0, 7) || first.endsWith('-01')
  return [
    isFirst || isNewYear ? (isFirst && !isNewYear ? first : last).slice(0, 4) : '',
    step === 7 && isNewMonth ? (MONTHS[Number(last.slice(5, 7)) - 1] as string) : '',
  ]
}
