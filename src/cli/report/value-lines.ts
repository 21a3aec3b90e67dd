import { formatNight } from '../../calendar/index.js'
import type { PlacedValue, ValueSummary } from '../../push/index.js'

/** The values of the files as data: nights as days. */
export function valuesDocument(values: readonly ValueSummary[] | undefined): object {
  if (values === undefined) return {}
  const placed = ({ night, ...value }: PlacedValue): object => ({ ...value, night: formatNight(night) })
  return {
    fileValues: values.map(({ smallest, largest, odd, ...rest }) => ({
      ...rest,
      smallest: placed(smallest),
      largest: placed(largest),
      odd: odd.map(({ from, until, factor, ...one }) => ({
        ...one,
        from: formatNight(from),
        to: formatNight(until - 1),
        factor: factorOf(factor),
      })),
    })),
  }
}

/** Beside a price of zero there is no factor; a saved plan holds null for it. */
function factorOf(factor: number | null): number | null {
  return factor !== null && Number.isFinite(factor) ? Number(factor.toFixed(2)) : null
}

/** What a person looks over before a first load: smallest, median and largest, and the prices that stand out. */
export function valueLines(values: readonly ValueSummary[] | undefined): string[] {
  return (values ?? []).flatMap(({ field, currency, nights, smallest, median, medianIsRounded, largest, odd }) => {
    const unit = currency === undefined ? '' : ` ${currency}`
    // What the service makes of them is its own affair, and worth a look before a first load.
    const unnamed = field === 'price' && currency === undefined ? ', no currency named' : ''
    return [
      `${(field === 'price' ? 'Prices' : 'Free units').padEnd(11)}${smallest.value} to ${largest.value}${unit}, median ${medianIsRounded === true ? 'about ' : ''}${median}, on ${nights.toLocaleString('en')} ${nights === 1 ? 'night' : 'nights'}${unnamed}`,
      ...(smallest.value === largest.value
        ? []
        : [
            `           lowest ${placeText(smallest, formatNight(smallest.night))}`,
            `           highest ${placeText(largest, formatNight(largest.night))}`,
          ]),
      ...odd.map(
        (one, at) =>
          `${at === 0 ? 'Stands out ' : '           '}${one.value} among ${one.around}${unit}: ${placeText(one, one.until - one.from === 1 ? formatNight(one.from) : `${formatNight(one.from)} to ${formatNight(one.until - 1)}`)}`,
      ),
    ]
  })
}

function placeText({ value: _, hotel, room, plan, file, line }: Omit<PlacedValue, 'night'>, nights: string): string {
  return `hotel ${hotel}${room === '' ? '' : `, room ${room}`}${plan === '' ? '' : `, plan ${plan}`}, ${nights} (${file}:${line})`
}
