import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../src/files/read-rows.js'
import { Fault } from '../../src/errors.js'
import { collect } from './reading.js'

/** The same 31 nights in the notations of hotels of many countries: read right, or refused with a remedy that works when it is followed word for word. */

interface Country {
  order: 'dmy' | 'mdy' | 'ymd'
  separator: string
  decimal: '.' | ','
  group: string
  currency: string
  sign: string
  /** July and August. */
  months: [string, string]
  /** From Monday on. */
  days: string
  flags: [string, string]
  named?: (day: number, month: string, year: number) => string
}

const COUNTRIES: Readonly<Record<string, Country>> = {
  Germany: {
    order: 'dmy',
    separator: '.',
    decimal: ',',
    group: '.',
    currency: 'EUR',
    sign: '€',
    months: ['Juli', 'August'],
    days: 'Mo Di Mi Do Fr Sa So',
    flags: ['WAHR', 'FALSCH'],
  },
  Switzerland: {
    order: 'dmy',
    separator: '.',
    decimal: '.',
    group: '’',
    currency: 'CHF',
    sign: 'CHF',
    months: ['Juli', 'August'],
    days: 'Mo Di Mi Do Fr Sa So',
    flags: ['ja', 'nein'],
  },
  France: {
    order: 'dmy',
    separator: '/',
    decimal: ',',
    group: '\u202f',
    currency: 'EUR',
    sign: '€',
    months: ['juillet', 'août'],
    days: 'lun. mar. mer. jeu. ven. sam. dim.',
    flags: ['VRAI', 'FAUX'],
  },
  Spain: {
    order: 'dmy',
    separator: '/',
    decimal: ',',
    group: '.',
    currency: 'EUR',
    sign: '€',
    months: ['julio', 'agosto'],
    days: 'lun mar mié jue vie sáb dom',
    flags: ['VERDADERO', 'FALSO'],
    named: (day, month, year) => `${day} de ${month} de ${year}`,
  },
  Italy: {
    order: 'dmy',
    separator: '/',
    decimal: ',',
    group: '.',
    currency: 'EUR',
    sign: '€',
    months: ['luglio', 'agosto'],
    days: 'lun mar mer gio ven sab dom',
    flags: ['sì', 'no'],
  },
  Portugal: {
    order: 'dmy',
    separator: '/',
    decimal: ',',
    group: ' ',
    currency: 'EUR',
    sign: '€',
    months: ['julho', 'agosto'],
    days: 'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo',
    flags: ['sim', 'não'],
  },
  Britain: {
    order: 'dmy',
    separator: '/',
    decimal: '.',
    group: ',',
    currency: 'GBP',
    sign: '£',
    months: ['July', 'August'],
    days: 'Mon Tue Wed Thu Fri Sat Sun',
    flags: ['closed', 'open'],
  },
  America: {
    order: 'mdy',
    separator: '/',
    decimal: '.',
    group: ',',
    currency: 'USD',
    sign: 'US$',
    months: ['July', 'August'],
    days: 'Mon Tue Wed Thu Fri Sat Sun',
    flags: ['TRUE', 'FALSE'],
    named: (day, month, year) => `${month} ${day}, ${year}`,
  },
  Poland: {
    order: 'dmy',
    separator: '.',
    decimal: ',',
    group: '\u00a0',
    currency: 'PLN',
    sign: 'zł',
    months: ['lipca', 'sierpnia'],
    days: 'pon wt śr czw pt sob niedz',
    flags: ['PRAWDA', 'FAŁSZ'],
  },
  Czechia: {
    order: 'dmy',
    separator: '.',
    decimal: ',',
    group: ' ',
    currency: 'CZK',
    sign: 'Kč',
    months: ['července', 'srpna'],
    days: 'po út st čt pá so ne',
    flags: ['PRAVDA', 'NEPRAVDA'],
  },
  Sweden: {
    order: 'ymd',
    separator: '-',
    decimal: ',',
    group: ' ',
    currency: 'SEK',
    sign: 'kr',
    months: ['juli', 'augusti'],
    days: 'mån tis ons tors fre lör sön',
    flags: ['SANT', 'FALSKT'],
  },
  Denmark: {
    order: 'dmy',
    separator: '-',
    decimal: ',',
    group: '.',
    currency: 'DKK',
    sign: 'kr.',
    months: ['juli', 'august'],
    days: 'man tir ons tor fre lør søn',
    flags: ['ja', 'nej'],
  },
  Finland: {
    order: 'dmy',
    separator: '.',
    decimal: ',',
    group: ' ',
    currency: 'EUR',
    sign: '€',
    months: ['heinäkuuta', 'elokuuta'],
    days: 'ma ti ke to pe la su',
    flags: ['kyllä', 'ei'],
  },
  Netherlands: {
    order: 'dmy',
    separator: '-',
    decimal: ',',
    group: '.',
    currency: 'EUR',
    sign: '€',
    months: ['juli', 'augustus'],
    days: 'ma di wo do vr za zo',
    flags: ['WAAR', 'ONWAAR'],
  },
  Croatia: {
    order: 'dmy',
    separator: '.',
    decimal: ',',
    group: '.',
    currency: 'EUR',
    sign: '€',
    months: ['srpnja', 'kolovoza'],
    days: 'pon uto sri čet pet sub ned',
    flags: ['zatvoreno', 'otvoreno'],
  },
  Hungary: {
    order: 'ymd',
    separator: '.',
    decimal: ',',
    group: ' ',
    currency: 'HUF',
    sign: 'Ft',
    months: ['július', 'augusztus'],
    days: 'hétfő kedd szerda csütörtök péntek szombat vasárnap',
    flags: ['igen', 'nem'],
    named: (day, month, year) => `${year}. ${month} ${day}.`,
  },
  Greece: {
    order: 'dmy',
    separator: '/',
    decimal: ',',
    group: '.',
    currency: 'EUR',
    sign: '€',
    months: ['Ιουλίου', 'Αυγούστου'],
    days: 'Δευ Τρι Τετ Πεμ Παρ Σαβ Κυρ',
    flags: ['ναι', 'όχι'],
  },
  Russia: {
    order: 'dmy',
    separator: '.',
    decimal: ',',
    group: ' ',
    currency: 'RUB',
    sign: '₽',
    months: ['июля', 'августа'],
    days: 'пн вт ср чт пт сб вс',
    flags: ['да', 'нет'],
  },
  Turkey: {
    order: 'dmy',
    separator: '.',
    decimal: ',',
    group: '.',
    currency: 'TRY',
    sign: '₺',
    months: ['Temmuz', 'Ağustos'],
    days: 'Pzt Sal Çar Per Cum Cmt Paz',
    flags: ['DOĞRU', 'YANLIŞ'],
  },
}

const STYLES = ['numbers', 'short years', 'names', 'weekdays', 'digits', 'exchanged'] as const
const PRICES = ['bare', 'sign', 'whole thousands', 'three digits'] as const
const FIRST = Date.UTC(2027, 6, 20) / 86_400_000
const NIGHTS = 31
const pad = (number: number) => String(number).padStart(2, '0')

interface Sheet {
  text: string
  truth: string[]
}

function dateText(
  night: number,
  style: (typeof STYLES)[number],
  { order, separator, months, days, named }: Country,
): string {
  const date = new Date(night * 86_400_000)
  const [day, month, year] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()]
  if (style === 'digits') return `${year}${pad(month)}${pad(day)}`
  if (style === 'names')
    return (named ?? ((...[d, m, y]: [number, string, number]) => `${d}. ${m} ${y}`))(
      day,
      months[month - 7] as string,
      year,
    )
  // A program that expects the other order takes what it can for a date of its own, and shows it year first.
  if (style === 'exchanged' && order !== 'ymd' && day <= 12) return `${year}-${pad(day)}-${pad(month)}`
  const shown = style === 'short years' ? pad(year % 100) : String(year)
  const parts = {
    dmy: [pad(day), pad(month), shown],
    mdy: [pad(month), pad(day), shown],
    ymd: [shown, pad(month), pad(day)],
  }[order]
  const name = days.split(' ')[(date.getUTCDay() + 6) % 7]
  return `${style === 'weekdays' ? `${name} ` : ''}${parts.join(separator)}`
}

function sheetOf(country: Country, style: (typeof STYLES)[number], price: (typeof PRICES)[number]): Sheet {
  const lines: string[] = ['Hotel Seaview', 'hotel_code;room_id;rate_plan_id;date;price;min_stay;closed']
  const truth: string[] = []
  for (let at = 0; at < NIGHTS; at += 1) {
    const thousands = price === 'whole thousands' || (price === 'three digits' && at === 7)
    const whole = thousands ? 1000 + at * 37 : 90 + at
    const cents = thousands ? '' : pad((at * 7) % 100)
    const grouped = thousands ? `${String(whole).slice(0, 1)}${country.group}${String(whole).slice(1)}` : String(whole)
    const amount = cents === '' ? grouped : `${grouped}${country.decimal}${cents}`
    const night = FIRST + at
    lines.push(
      [
        '1',
        '="0101"',
        '7.0',
        dateText(night, style, country),
        price === 'sign' ? `${amount} ${country.sign}` : amount,
        '2.0',
        country.flags[at % 2 === 0 ? 0 : 1],
      ].join(';'),
    )
    truth.push(JSON.stringify([night, '101', '7', `${whole}.${cents === '' ? '00' : cents}`, 2, at % 2 === 0]))
  }
  return { text: `${lines.join('\n')}\n`, truth }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubswitch-hotels-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Reads a sheet, and again with what the refusal says, as far as it is true of the sheet. */
async function readFollowing(
  name: string,
  text: string,
  country: Country,
  style: string,
): Promise<{ rows: string[]; steps: string[] }> {
  const file = join(folder, name)
  writeFileSync(file, text)
  const settings: [keyof ReadOptions, string][] = [
    ['dateFormat', `--date-format ${country.order}`],
    ['decimal', `--decimal ${country.decimal}`],
    ['dateCells', `--date-cells ${style === 'exchanged' && country.order !== 'ymd' ? 'swapped' : 'as-is'}`],
    ['round', '--round 1'],
    ['currency', `--currency ${country.currency}`],
  ]
  const steps: string[] = []
  let options: ReadOptions = {}
  for (;;) {
    try {
      const { rows, bad } = await collect({ files: [{ name: file }], options })
      const [first] = bad
      if (first !== undefined) throw new Fault('INVALID_INPUT', first.reason, { findings: [first] })
      return {
        rows: rows.map(({ from, room, plan, fields }) =>
          JSON.stringify([from, room, plan, fields.price, fields.min_stay, fields.closed]),
        ),
        steps,
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const remedy = `${error.next ?? ''} ${error.findings.map((finding) => finding.remedy).join(' ')}`
      const next = settings.find(
        ([option, flag]) =>
          options[option] === undefined && new RegExp(`${flag.replace('.', '\\.')}(?![\\w])`).test(remedy),
      )
      if (next === undefined)
        throw new Error(`${name}: ${error.message} ${remedy} after ${steps.join(', ')}`, { cause: error })
      steps.push(next[1])
      options = { ...options, [next[0]]: next[1].split(' ')[1] }
    }
  }
}

describe.each(Object.entries(COUNTRIES))('%s', (name, country) => {
  it.each(STYLES)('dates as %s', async (style) => {
    for (const price of PRICES) {
      const { text, truth } = sheetOf(country, style, price)
      const { rows, steps } = await readFollowing(`${name}-${style}-${price}.csv`, text, country, style)
      expect(rows, `${style} ${price} ${steps.join(' ')}`).toEqual(truth)
      // What has one reading asks for nothing.
      if (style !== 'short years' && style !== 'exchanged' && price !== 'whole thousands')
        expect(steps.filter((step) => step.startsWith('--date'))).toEqual([])
    }
  })
})
