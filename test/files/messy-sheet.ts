import { Buffer } from 'node:buffer'

/** Sheets as hotels keep them, made from cells that are known. Nothing here uses the code under test. */

/** What a row of a sheet means. */
export interface TrueRow {
  line: number
  hotel: string
  room: string
  /** Days since 1970-01-01, the last one included. */
  first: number
  last: number
  fields: Record<string, string | number | boolean>
}

export interface MessySheet {
  kind: 'rates' | 'inventory'
  name: string
  bytes: Buffer
  rows: TrueRow[]
  /** What it is made of, for a failing test. */
  style: string
}

interface Dice {
  /** A whole number below `sides`. */
  roll(sides: number): number
  /** One of these, the first ones more often where they are repeated. */
  one<T>(choices: readonly T[]): T
  chance(perCent: number): boolean
}

export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296
  }
  const roll = (sides: number): number => Math.floor(next() * sides)
  return { roll, one: (choices) => choices[roll(choices.length)] as never, chance: (perCent) => roll(100) < perCent }
}

interface DateStyle {
  name: string
  write(day: number): string
}

const pad = (value: number): string => String(value).padStart(2, '0')
const MONTHS = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  de: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  fr: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
  es: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
} as const

const partsOf = (day: number): [year: number, month: number, day: number] => {
  const date = new Date(day * 86_400_000)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
}

function dateStyle(d: Dice, encoding: string): DateStyle {
  const parted = (name: string, write: (y: number, m: number, day: number) => string): DateStyle => ({
    name,
    write: (day) => write(...partsOf(day)),
  })
  const kind = d.one([
    'iso',
    'iso',
    'iso',
    'iso',
    'dmy',
    'dmy',
    'dmy',
    'dmy',
    'dmy',
    'dmy',
    'mdy',
    'mdy',
    'ymd',
    'midnight',
    'midnight',
    'named',
    'named',
    'named',
  ])
  if (d.chance(2)) return { name: 'serial', write: (day) => String(day + 25_569) }
  const isPadded = d.chance(70)
  const two = isPadded ? pad : String
  const mark = d.one(['.', '.', '/', '/', '-'])
  if (kind === 'dmy') return parted(`dmy${mark}`, (y, m, day) => `${two(day)}${mark}${two(m)}${mark}${y}`)
  if (kind === 'mdy') return parted('mdy', (y, m, day) => `${two(m)}/${two(day)}/${y}`)
  if (kind === 'ymd') return parted('ymd', (y, m, day) => `${y}/${two(m)}/${two(day)}`)
  const iso = (y: number, m: number, day: number): string => `${y}-${pad(m)}-${pad(day)}`
  if (kind === 'midnight') {
    const tail = d.one(['T00:00:00', ' 00:00:00', 'T00:00:00Z', ' 0:00'])
    return parted(`iso${tail}`, (y, m, day) => iso(y, m, day) + tail)
  }
  if (kind === 'iso') return parted('iso', iso)
  const language = encoding === 'windows-1251' ? 'en' : d.one(['en', 'en', 'de', 'fr', 'es'] as const)
  const names = MONTHS[language]
  if (language === 'de') return parted('2. Januar', (y, m, day) => `${day}. ${names[m - 1]} ${y}`)
  if (language === 'es') return parted('2 de enero', (y, m, day) => `${day} de ${names[m - 1]} de ${y}`)
  if (language === 'fr') return parted('2 janvier', (y, m, day) => `${day} ${names[m - 1]} ${y}`)
  const form = d.roll(3)
  return parted(`en${form}`, (y, m, day) =>
    form === 0
      ? `${day}-${names[m - 1]}-${y}`
      : form === 1
        ? `${pad(day)} ${names[m - 1]} ${y}`
        : `${names[m - 1]} ${day}, ${y}`,
  )
}

interface Currency {
  code: string
  sign: string
  /** What the sign says where nothing else does. */
  means?: string
}

/** Currencies and signs that an encoding has. */
const CURRENCIES: Record<string, readonly Currency[]> = {
  wide: [
    { code: 'EUR', sign: '€', means: 'EUR' },
    { code: 'USD', sign: '$' },
    { code: 'GBP', sign: '£' },
    { code: 'CHF', sign: 'CHF', means: 'CHF' },
    { code: 'PLN', sign: 'zł', means: 'PLN' },
    { code: 'JPY', sign: '¥' },
    { code: 'SEK', sign: 'kr' },
    { code: 'CZK', sign: 'Kč', means: 'CZK' },
  ],
  'windows-1252': [
    { code: 'EUR', sign: '€', means: 'EUR' },
    { code: 'GBP', sign: '£' },
    { code: 'USD', sign: '$' },
    { code: 'SEK', sign: 'kr' },
  ],
  'windows-1250': [
    { code: 'PLN', sign: 'zł', means: 'PLN' },
    { code: 'CZK', sign: 'Kč', means: 'CZK' },
    { code: 'HUF', sign: 'Ft', means: 'HUF' },
    { code: 'EUR', sign: '€', means: 'EUR' },
  ],
  'windows-1251': [
    { code: 'EUR', sign: '€', means: 'EUR' },
    { code: 'USD', sign: '$' },
    { code: 'RUB', sign: 'RUB', means: 'RUB' },
  ],
  macintosh: [
    { code: 'EUR', sign: '€', means: 'EUR' },
    { code: 'GBP', sign: '£' },
    { code: 'USD', sign: '$' },
  ],
}

interface PriceStyle {
  name: string
  /** @param cents of the currency */
  write(cents: number): string
  currency: string | undefined
}

function priceStyle(d: Dice, encoding: string, hasCurrencyColumn: string | undefined): PriceStyle {
  const isWide = CURRENCIES[encoding] === undefined
  const mark = d.one(['.', ','])
  const spaces = isWide ? [' ', '\u00a0', '\u202f'] : [' ', '\u00a0']
  const group = d.one(['', '', mark === '.' ? ',' : '.', d.one(spaces), d.one(["'", '’'])])
  const hasCents = d.one(['always', 'always', 'where needed', 'never'])
  const currency = d.one(CURRENCIES[isWide ? 'wide' : encoding] as Currency[])
  const written =
    hasCurrencyColumn !== undefined
      ? 'none'
      : d.one(['none', 'none', 'sign before', 'sign behind', 'sign behind', 'code before', 'code behind'])
  // A sign of several currencies is refused where nothing names the currency.
  const place = currency.means === undefined ? written.replace('sign', 'code') : written
  const gap = d.one(['', ' ', ' ', '\u00a0'])
  const means = place === 'none' ? hasCurrencyColumn : place.startsWith('code') ? currency.code : currency.means
  return {
    name: `${mark}${JSON.stringify(group)} ${hasCents} ${place} ${currency.code}`,
    currency: means,
    write: (cents) => {
      const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, group)
      const isWhole = cents % 100 === 0
      const number =
        hasCents === 'always' || (hasCents === 'where needed' && !isWhole)
          ? `${whole}${mark}${pad(cents % 100)}`
          : whole
      if (place === 'none') return number
      const word = place.startsWith('sign') ? currency.sign : currency.code
      return place.endsWith('before') ? `${word}${gap}${number}` : `${number}${gap}${word}`
    },
  }
}

const FLAGS: readonly (readonly [string, string])[] = [
  ['true', 'false'],
  ['t', 'f'],
  ['yes', 'no'],
  ['Y', 'N'],
  ['1', '0'],
  ['ja', 'nein'],
  ['oui', 'non'],
  ['si', 'no'],
  ['x', ''],
  ['X', ''],
]
const NOTES: Record<string, readonly string[]> = {
  wide: ['', 'größe', '日本', 'Łódź', 'été'],
  'windows-1252': ['', 'größe', 'été', 'señor'],
  'windows-1250': ['', 'Łódź', 'žluťoučký'],
  'windows-1251': ['', 'номер', 'люкс'],
  macintosh: ['', 'größe', 'été'],
}

/** Writes text in an encoding that the platform can only read. */
function encode(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8-mark') return Buffer.from(`\ufeff${text}`)
  if (encoding.startsWith('utf-16')) {
    const wide = Buffer.from(encoding.endsWith('mark') ? `\ufeff${text}` : text, 'utf16le')
    return encoding.includes('be') ? wide.swap16() : wide
  }
  const characters = [
    ...new TextDecoder(encoding).decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), { stream: true }),
  ]
  const table = new Map(characters.map((character, byte) => [character, byte]))
  return Buffer.from(
    [...text].map((character) => {
      const byte = table.get(character)
      if (byte === undefined) throw new Error(`${encoding} has no ${character}`)
      return byte
    }),
  )
}

/** A sheet of some rooms and nights in one of the many ways to write it. */
export function messySheet(seed: number): MessySheet {
  const d = dice(seed)
  const kind = d.chance(80) ? 'rates' : 'inventory'
  const encoding = d.one([
    'utf-8',
    'utf-8',
    'utf-8',
    'utf-8-mark',
    'utf-16le-mark',
    'utf-16be-mark',
    'utf-16le',
    'windows-1252',
    'windows-1252',
    'windows-1252',
    'windows-1250',
    'windows-1251',
    'macintosh',
  ])
  const delimiter = d.one([',', ',', ';', ';', ';', '\t', '|'])
  const end = d.one(['\n', '\n', '\r\n', '\r\n', '\r'])
  const isRange = d.chance(30)
  const dates = dateStyle(d, encoding)
  const currencyColumn = kind === 'rates' && d.chance(25) ? d.one(['EUR', 'USD', 'CHF']) : undefined
  const prices = priceStyle(d, encoding, currencyColumn)
  const [yes, no] = d.one(FLAGS)
  const notes = NOTES[CURRENCIES[encoding] === undefined ? 'wide' : encoding] as readonly string[]
  const isQuoted = d.chance(25)
  const level = d.one([8_000, 12_000, 45_000, 140_000, 2_500_000])

  const dateColumns = isRange
    ? [d.one(['from', 'From Date', 'valid_from']), d.one(['to', 'last_night', 'Valid To'])]
    : [d.one(['date', 'Night', 'stay_date'])]
  const valueColumns =
    kind === 'inventory'
      ? [d.one(['availability', 'Available Rooms'])]
      : [
          d.one(['price', 'Amount', 'nightly rate']),
          ...(currencyColumn === undefined ? [] : ['Currency']),
          ...(d.chance(50) ? ['min_stay', 'closed'] : []),
        ]
  const columns = [
    d.one(['hotel_code', 'Property ID', 'hotel']),
    d.one(['room_id', 'Room']),
    ...dateColumns,
    ...valueColumns,
    ...(d.chance(60) ? ['_note'] : []),
  ]
  const quote = (cell: string): string =>
    isQuoted || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  const lines: string[] = []
  const rows: TrueRow[] = []
  const put = (cells: readonly string[]): void => void lines.push(cells.map(quote).join(delimiter))
  put(columns)

  const start = Math.floor(Date.UTC(2027, d.roll(24), 1 + d.roll(28)) / 86_400_000)
  const length = d.chance(94) ? 28 + d.roll(60) : 1 + d.roll(10)
  for (let room = 0; room < 1 + d.roll(3); room += 1) {
    for (let at = 0, night = start; at < (isRange ? Math.ceil(length / 7) : length); at += 1) {
      const last = isRange ? night + 3 + d.roll(20) : night
      const cents =
        Math.round((level * (60 + d.roll(90))) / 100 / (d.chance(60) ? 100 : 10)) * (d.chance(60) ? 100 : 50)
      const stay = 1 + d.roll(4)
      const isClosed = d.chance(10)
      const free = d.roll(9)
      const cells: string[] = []
      for (const column of columns) {
        if (column === '_note') cells.push(d.one(notes))
        else if (column === 'Currency')
          cells.push(d.chance(50) ? (currencyColumn as string) : (currencyColumn as string).toLowerCase())
        else if (column === 'min_stay') cells.push(String(stay))
        else if (column === 'closed') cells.push(isClosed ? yes : no)
        else if (dateColumns.includes(column)) cells.push(dates.write(column === dateColumns[1] ? last : night))
        else if (valueColumns.includes(column))
          cells.push(
            kind === 'inventory' ? String(free) : d.chance(8) ? ` ${prices.write(cents)} ` : prices.write(cents),
          )
        else cells.push(column === columns[0] ? '1000001' : String(101 + room))
      }
      if (d.chance(2)) lines.push('')
      put(cells)
      const fields: TrueRow['fields'] = {}
      if (kind === 'inventory') fields['availability'] = free
      else {
        const hasCents =
          prices.write(cents + 100 - (cents % 100)) !== prices.write(cents) &&
          prices.write(1).replace(/\D/g, '') !== '0'
        fields['price'] = (hasCents ? cents / 100 : Math.floor(cents / 100)).toFixed(2)
        if (prices.currency !== undefined) fields['currency'] = prices.currency
        if (columns.includes('min_stay')) fields['min_stay'] = stay
        if (columns.includes('closed') && (isClosed || no !== '')) fields['closed'] = isClosed
      }
      rows.push({ line: lines.length, hotel: '1000001', room: String(101 + room), first: night, last, fields })
      night = last + 1
    }
  }
  const text = lines.join(end) + (d.chance(80) ? end : '')
  return {
    kind,
    name: d.one(['rates.csv', 'export.txt']),
    bytes: encode(text, encoding),
    rows,
    style: `${seed}: ${kind} ${encoding} ${JSON.stringify(delimiter)} ${JSON.stringify(end)} ${dates.name}${isRange ? ' ranges' : ''} ${prices.name} ${yes}/${no} ${rows.length} rows`,
  }
}
