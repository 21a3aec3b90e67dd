import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { captureMessage } from '../../../../src/resnotif/read/index.js'
import { readMessageFacts } from '../../../../src/resnotif/facts/index.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const priceOf = (night: number): number => 90 + 10 * night

interface Booked {
  /** The nights that the Rates of each RoomRate price. */
  groups: number[][]
  /** NumberOfUnits of each RoomRate. */
  units?: string
  ofType?: string
  /** One guest for each. */
  guests?: number
  total?: number
}

/** Three nights of one room and plan, whose RoomRates are each dated for all of them. */
function message({ groups, units = '1', ofType = '1', guests = 1, total }: Booked): string {
  const count = (n: string): string => (n === '' ? '' : ` NumberOfUnits="${n}"`)
  const rates = groups.map((nights) => {
    const each = nights.map(
      (night) =>
        `<Rate RateTimeUnit="Day" EffectiveDate="2027-07-0${night}" ExpireDate="2027-07-0${night + 1}"><Total AmountAfterTax="${priceOf(night)}.00" CurrencyCode="EUR"/></Rate>`,
    )
    return `<RoomRate RoomTypeCode="101"${count(units)} RatePlanCode="501" EffectiveDate="2027-07-01" ExpireDate="2027-07-04"><Rates>${each.join('')}</Rates></RoomRate>`
  })
  const sum = total ?? groups.flat().reduce((all, night) => all + priceOf(night), 0)
  const [first = ''] = /<ResGuest [\s\S]*?<\/ResGuest>/.exec(SAMPLE) ?? []
  const sent = Array.from({ length: guests }, (_, at) =>
    first
      .replace('GroupEventCode="1"', `GroupEventCode="${at + 1}"`)
      .replace(' PrimaryIndicator="true"', at === 0 ? '$&' : ''),
  )
  return SAMPLE.replace(
    /<RoomTypes>[\s\S]*?<\/RoomRates>/,
    `<RoomTypes><RoomType RoomTypeCode="101"${count(ofType)}/></RoomTypes><RatePlans><RatePlan RatePlanCode="501"/></RatePlans><RoomRates>${rates.join('')}</RoomRates>`,
  )
    .replace('Count="4"', `Count="${guests}"`)
    .replace('<BasicPropertyInfo', `<Total AmountAfterTax="${sum}.00" CurrencyCode="EUR"/>$&`)
    .replace(/\s*<ResGuestRPH RPH="1-102-501"\/>/, '')
    .replace(/<ResGuests>[\s\S]*<\/ResGuests>/, `<ResGuests>${sent.join('')}</ResGuests>`)
}

const told = (booked: Booked): string[] => [
  ...new Set(
    lintMessage(message(booked)).findings.map(({ rule, severity, found = '' }) =>
      rule === 'night-missing' ? `${severity} ${rule} ${found}` : `${severity} ${rule}`,
    ),
  ),
]
const roomsOf = (booked: Booked) =>
  readMessageFacts(captureMessage(message(booked)).message).reservations[0]?.stays[0]?.rooms.map(({ units }) => units)
const PARTS = ['warning night-missing 2027-07-02, 2027-07-03', 'warning night-missing 2027-07-01']

describe('RoomRates of one room and plan, each dated for the whole stay', () => {
  it.each<[string, Booked, string[], (number | undefined)[]]>([
    ['share its nights as one unit', { groups: [[1], [2, 3]] }, PARTS, [1]],
    ['share them without a number', { groups: [[1], [2, 3]], units: '' }, PARTS, [1]],
    ['share them where RoomType says nothing', { groups: [[1], [2, 3]], ofType: '' }, PARTS, [1]],
    [
      'share them one by one',
      { groups: [[1], [2], [3]] },
      [
        'warning night-missing 2027-07-02, 2027-07-03',
        'warning night-missing 2027-07-01, 2027-07-03',
        'warning night-missing 2027-07-01, 2027-07-02',
      ],
      [1],
    ],
    [
      'share them with a total that is wrong',
      { groups: [[1], [2, 3]], total: 430 },
      [...PARTS, 'error total-mismatch'],
      [1],
    ],
    [
      'share all but one',
      { groups: [[1], [3]] },
      ['error night-missing 2027-07-02', 'warning night-missing 2027-07-03', 'warning night-missing 2027-07-01'],
      [1],
    ],
    [
      'are two units where each prices them all',
      {
        groups: [
          [1, 2, 3],
          [1, 2, 3],
        ],
        ofType: '2',
        guests: 2,
      },
      [],
      [1, 1],
    ],
    [
      'share them for two units of their RoomType',
      { groups: [[1], [2, 3]], units: '', ofType: '2', guests: 2, total: 660 },
      PARTS,
      [2],
    ],
    ['share them, two for each night', { groups: [[1], [2, 3], [1], [2, 3]], ofType: '2', guests: 2 }, PARTS, [1, 1]],
    [
      'are two units with nights missing where RoomType says two',
      { groups: [[1], [2, 3]], ofType: '2', guests: 2 },
      ['error units-mismatch', 'error night-missing 2027-07-02, 2027-07-03', 'error night-missing 2027-07-01'],
      [1, 1],
    ],
  ])('%s', (_name, booked, findings, rooms) => {
    expect(told(booked).toSorted()).toEqual(findings.toSorted())
    expect(roomsOf(booked)).toEqual(rooms)
  })
})
