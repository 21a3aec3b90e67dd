import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MapFinding } from '../../../src/cli/map/findings.js'
import MapCheck from '../../../src/commands/map/check.js'
import { type Machine, freshMachine } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.js'

describe('map check', () => {
  let machine: Machine
  let service: TestSandbox
  beforeAll(async () => {
    machine = await freshMachine()
    service = await startTestSandbox()
    service.sandbox.seed({
      properties: [
        {
          hotelCode: '1000001',
          name: 'One',
          code: 'ONE',
          hubSwitchId: 'ONE',
          units: [
            { roomCode: '101', name: 'Double room', count: 4, basePrice: 90 },
            { roomCode: '102', name: 'Suite', count: 1, basePrice: 290 },
          ],
        },
        {
          hotelCode: '1000002',
          name: 'Two',
          code: 'TWO',
          hubSwitchId: 'TWO',
          units: [{ roomCode: '201', name: 'Double room', count: 4, basePrice: 80 }],
        },
      ],
    })
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  async function put(name: string, content: string): Promise<string> {
    const file = path.join(machine.folder, name)
    await writeFile(file, content)
    return file
  }

  async function check(mapping: string, ...more: string[]) {
    const file = await put('map.yaml', mapping)
    const ran = await runClass(MapCheck, [file, ...more, '--json'], {
      ...machine.env,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_PARTNER_ID: 'demo-supplier',
      HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":15786,"duty_code":"sandbox-duty","user":"demo"}',
    })
    const { findings, roomsWithoutCode, error } = ran.json<{
      findings?: MapFinding[]
      roomsWithoutCode?: object[]
      error?: { message: string; findings: object[] }
    }>()
    return {
      code: ran.code,
      stderr: ran.stderr,
      findings: findings?.map(({ finding, what, code, id = '', note }) => `${finding} ${what} ${code} ${id}: ${note}`),
      places: findings?.map(({ line }) => line),
      roomsWithoutCode,
      error,
    }
  }

  it('agrees where everything fits', async () => {
    const file = await put('own.csv', 'room_id,date,price\nDBL,2027-01-01,99\nSUI,2027-01-01,299\n')
    expect(await check('hotel: 1000001\nrooms: {DBL: 101, SUI: 102}\n', file)).toMatchObject({
      code: 0,
      findings: [],
      roomsWithoutCode: [],
    })
  })

  it('names codes that are not mapped, with the line and what is near', async () => {
    const file = await put(
      'own.csv',
      'room_id,date,price\nDBLE,2027-01-01,99\nSUI,2027-01-01,299\nSUI,2027-01-02,299\nSTE,2027-01-02,299\nDBLE,2027-01-02,1\n',
    )
    const found = await check('hotel: 1000001\nrooms: {DBL: 101}\n', file)
    expect(found.code).toBe(8)
    expect(found.findings).toEqual([
      'unmapped room DBLE : did you mean DBL (101)?',
      'unmapped room SUI : the service has 102 Suite',
      'unmapped room STE : the service has 102 Suite',
      'unused room DBL : no file holds it',
    ])
    expect(found.places).toEqual([2, 3, 5, undefined])
    expect(found.roomsWithoutCode).toEqual([{ hotel: '1000001', id: '102', name: 'Suite', code: '102' }])
    expect(found.stderr).toContain('no code stands for room 102 (Suite)')
  })

  it('names ids that the service does not know and codes that share one', async () => {
    const found = await check('hotel: 1000001\nrooms: {DBL: 101, TWIN: 101, SUI: 12}\n')
    expect(found).toMatchObject({
      code: 8,
      findings: [
        'unknown id room SUI 12: the service has 102 Suite',
        'doubly mapped room DBL, TWIN 101: two codes for one id: where a file holds both, they contradict each other',
      ],
    })
  })

  it('knows the rooms of each hotel', async () => {
    const file = await put(
      'two.csv',
      'hotel,room_id,date,price\nA,DBL,2027-01-01,99\nB,DBL,2027-01-01,89\nC,DBL,2027-01-01,89\n',
    )
    const own = await check('hotels: {A: 1000001, B: 1000002}\nrooms: {A: {DBL: 101, SUI: 102}, B: {DBL: 201}}\n', file)
    expect(own.findings).toEqual([
      'unmapped hotel C : it has A, B',
      'unmapped room DBL : the service has 101 Double room, 201 Double room',
      'unused room SUI : no file holds it',
    ])
    const wrong = await check(
      'hotels: {A: 1000001, B: 1000002}\nrooms: {DBL: 101}\n',
      await put('two.csv', 'hotel,room_id,date,price\nA,DBL,2027-01-01,99\nB,DBL,2027-01-01,89\n'),
    )
    expect(wrong.findings).toEqual(['unknown id room DBL 101: the service has 201 Double room'])
    expect((await check('hotels: {A: 1000001, B: 1000002}\nrooms: {DBL: 101}\n', '--hotel', 'A')).findings).toEqual([])
  })

  it('names a hotel that the service does not know', async () => {
    expect(await check('hotels: {A: 1999999}\nrooms: {DBL: 101}\n')).toMatchObject({
      code: 8,
      findings: ['unknown id hotel A 1999999: the service does not know this hotel'],
    })
    expect(await check('rooms: {DBL: 101}\n', '--hotel', '1999999')).toMatchObject({
      code: 8,
      findings: ['unknown id hotel 1999999 1999999: the service does not know this hotel'],
    })
  })

  it('reads counts as well as rates, and wants to know the hotel', async () => {
    const counts = await put('counts.csv', 'room,date,availability\nDBL,2027-01-01,3\n')
    expect(await check('hotel: 1000001\nrooms: {DBL: 101, SUI: 102}\n', counts)).toMatchObject({
      code: 8,
      findings: ['unused room SUI : no file holds it'],
    })
    expect(await check('rooms: {DBL: 101}\n')).toMatchObject({
      code: 2,
      error: { message: 'Which hotel is the mapping file about?' },
    })
  })

  it('refuses a mapping file that is wrong', async () => {
    expect(await check('hotel: 1000001\nroms: {DBL: 101}\n')).toMatchObject({
      code: 6,
      error: { findings: [{ line: 2, reason: 'does not know the name "roms"', remedy: 'Did you mean rooms?' }] },
    })
  })
})
