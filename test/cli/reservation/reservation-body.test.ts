import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readReservation } from '../../../src/cli/reservation/reservation-body.js'

const FILE = `propertyId: 1000001
channelBookingId: CB-1
checkInDate: 2027-07-01
checkOutDate: 2027-07-04
totalGuestCounts: { adults: 2 }
booker: { firstName: Ada, lastName: Lovelace }
rooms:
  - { roomId: 101, ratePlanId: 501, units: 2, guests: [ { firstName: Ada, lastName: Lovelace, unit: 1 }, { firstName: Alan, lastName: Turing, unit: 2 } ] }
`

describe('a reservation of a file and flags', () => {
  let folder = ''
  let file = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hubswitch-reservation-body-'))
    file = path.join(folder, 'stay.yaml')
    await writeFile(file, FILE)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    ['--nights', { nights: 5 }, { checkInDate: '2027-07-01', checkOutDate: '2027-07-06' }],
    ['--check-out', { 'check-out': '2027-07-03' }, { checkInDate: '2027-07-01', checkOutDate: '2027-07-03' }],
    [
      '--email',
      { email: 'ada@example.com' },
      { booker: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' } },
    ],
    ['--adults', { adults: 3 }, { totalGuestCounts: { adults: 3 } }],
  ])('%s stands over the file', async (_, flags, expected) => {
    expect((await readReservation({ file, ...flags })).body).toMatchObject({
      ...expected,
      rooms: [{ units: 2, guests: [{ unit: 1 }, { unit: 2 }] }],
    })
  })

  it.each([
    ['--units', { units: 1 }],
    ['--guest', { guest: ['Grace Hopper'] }],
    ['--room', { room: '102', plan: '502' }],
    ['--plan', { plan: '502' }],
  ])('%s is refused where the file has rooms: it would be lost, or replace them', async (flag, flags) => {
    await expect(readReservation({ file, ...flags })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`${flag} describes a reservation of one room`) as string,
    })
  })

  it('--units alone is refused', async () => {
    await expect(
      readReservation({ units: 2, property: '1', 'check-in': '2027-07-01', nights: 1 }),
    ).rejects.toMatchObject({ exitCode: 2, message: '--units needs --room and --plan.' })
  })

  it('a second document is refused, not dropped', async () => {
    const both = path.join(folder, 'two.yaml')
    await writeFile(both, `${FILE}---\n${FILE.replace('CB-1', 'CB-2')}`)
    await expect(readReservation({ file: both })).rejects.toMatchObject({
      exitCode: 6,
      findings: [{ line: 9, reason: 'a second document begins here' }],
    })
  })

  it.each(['5,,8', '5,', ','])('an empty age in --children %s is refused', async (children) => {
    await expect(readReservation({ file, children })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('--children needs ages from 0 to 17') as string,
    })
  })

  it.each<[string, object, RegExp]>([
    ['the property', { property: '1000001', set: ['propertyId=1000002'] }, /by --property and by --set/],
    [
      'the e-mail address',
      { email: 'ada@guests.example', set: ['booker.email=eve@guests.example'] },
      /by --email and by --set/,
    ],
    [
      'the guests',
      { adults: 2, field: ['totalGuestCounts={"adults":3}'] },
      /--adults totalGuestCounts\.adults and --field totalGuestCounts/,
    ],
    ['the stay', { nights: 2, set: ['checkOutDate=2027-07-09'] }, /by --nights and by --set/],
  ])('%s by a flag and by --set is refused', async (_, flags, words) => {
    await expect(readReservation({ file, ...flags })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(words) as string,
    })
  })

  it('--set beside a flag of another field is taken', async () => {
    expect(
      (await readReservation({ file, email: 'ada@guests.example', set: ['booker.phone=1'] })).body.booker,
    ).toMatchObject({ email: 'ada@guests.example', phone: '1' })
  })
})
