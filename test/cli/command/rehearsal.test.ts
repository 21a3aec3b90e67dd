import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import Api from '../../../src/commands/api/index.js'
import PropertyCreate from '../../../src/commands/property/create.js'
import PropertyInfoSet from '../../../src/commands/property/info/set.js'
import PropertyInfoUpdate from '../../../src/commands/property/info/update.js'
import RatePlanCreate from '../../../src/commands/rate-plan/create.js'
import RatesPush from '../../../src/commands/rates/push.js'
import ReservationConfirm from '../../../src/commands/reservation/confirm.js'
import ResnotifSend from '../../../src/commands/resnotif/send.js'
import RunResume from '../../../src/commands/run/resume.js'
import UnitAdd from '../../../src/commands/unit/add.js'
import { RULES } from '../../../src/outcome/index.js'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { ROOT } from '../../support/cli.js'
import { type Recorder, startRecorder } from '../../support/recorder.js'

interface Shown {
  dryRun: boolean
  request: { method: string; url: string; body: Record<string, unknown> }
}

/** A language by its number has not to be asked for. */
const NAMES = ['--field', 'names=[{"text":"Flexible","languageId":1}]']

describe('a dry run of a single request', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  it.each([
    ['property info set', PropertyInfoSet, ['1000001', '--website', 'www.seaview.example'], 'propertyId'],
    ['property info update', PropertyInfoUpdate, ['1000001', '--website', 'www.seaview.example'], 'propertyId'],
    ['rate-plan create', RatePlanCreate, ['1000001', '--unit', '101', ...NAMES], 'sellableUnits'],
    ['unit add', UnitAdd, ['1000001', '--base-price', '120', ...NAMES], 'basePrice'],
    ['reservation confirm', ReservationConfirm, ['900001'], 'bookingId'],
    ['api', Api, ['POST', '/v1/rooms', '--set', 'hotel_code=7'], 'hotel_code'],
  ] as const)('%s shows it and asks nothing, not even for a token', async (_, command, args, field) => {
    const { code, stdout, json: read, stderr } = await service.run(command, ...args, '--dry-run', '--json')
    expect([code, stderr]).toEqual([0, ''])
    const { dryRun, request } = read<Shown>()
    expect([dryRun, request.url.startsWith(service.url), field in request.body]).toEqual([true, true, true])
    expect(service.requests).toEqual([])
    expect(stdout).not.toContain('not-a-secret')
  })

  it('property create looks first, as it would, and sends no more', async () => {
    service.rooms = json(404, { message: 'no such property' })
    const args = ['--hub-switch-id', 'HS-77', '--status', 'ACTIVE', '--code', 'SEA', '--name', 'Seaview']
    const { code, stdout } = await service.run(PropertyCreate, ...args, '-n')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Dry run: nothing was sent\.[^]*POST http/) as string])
    expect(stdout).toContain('"hubSwitchId": "HS-77"')
    expect(new Set(service.requests.filter((one) => !one.path.includes('token')).map(({ method }) => method))).toEqual(
      new Set(['GET']),
    )
  })

  it('says what is wrong as the command would, and is allowed where nothing may be changed', async () => {
    const wrong = await service.run(RatePlanCreate, 'x7', '--name', 'en:Flexible', '--dry-run')
    expect(wrong.code).toBe(6)
    service.env['HUBSWITCH_ACCESS'] = 'read-only'
    expect((await service.run(ReservationConfirm, '900001', '--dry-run')).code).toBe(0)
    expect(service.requests).toEqual([])
  })
})

describe('a dry run of a resume', () => {
  it('shows what is left and leaves the run as it is', async () => {
    const service = await startRecorder()
    try {
      service.answer = () => json(401, { success: false, error: { message: 'no' } })
      const file = service.put('a.csv', 'hotel_code,room_id,date,price\n7,101,2040-01-01,90.00\n')
      await service.run(RatesPush, file, '--yes')
      const before = service.requests.length
      const { code, stdout } = await service.run(RunResume, '1', '--dry-run')
      expect([code, stdout]).toEqual([
        0,
        'Dry run: nothing was sent. Left of run 1: 1 night in 1 request or more.\n  hotel 7  1 range of 2040-01-01 to 2040-01-01\n',
      ])
      expect(service.requests.length).toBe(before)
    } finally {
      await service.remove()
    }
  })
})

describe('a dry run of a notification', () => {
  let service: Recorder
  let pms: Scripted
  beforeEach(async () => {
    service = await startRecorder()
    pms = await startScripted(() => json(200, {}))
  })
  afterEach(async () => {
    await pms.close()
    await service.remove()
  })

  it('shows the message and the host, and neither the key of the address nor the password', async () => {
    service.env['HUBSWITCH_PMS_CREDENTIALS'] = '{"username":"u","password":"a-word-for-nobody"}'
    for (const auth of ['basic', 'username-token']) {
      const args = ['samples/notification.xml', '--to', `${pms.url}/key-of-the-hotel`, '--auth', auth]
      const envelope = auth === 'basic' ? [] : ['--envelope', 'soap12']
      const { code, stdout } = await service.run(ResnotifSend, ...args, ...envelope, '--dry-run')
      expect([code, stdout]).toEqual([0, expect.stringContaining('OTA_HotelResNotifRQ') as string])
      expect(stdout).toContain(`POST to ${new URL(pms.url).host}\n`)
      expect(stdout).not.toMatch(/key-of-the-hotel|a-word-for-nobody|dTphLXdvcmQ/)
    }
    expect(pms.requests).toEqual([])
  })
})

it('every command that changes something at a service has --dry-run', () => {
  const { commands } = JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
    commands: Record<string, { flags: Record<string, unknown>; calls?: (keyof typeof RULES)[] }>
  }
  // A worker sends what others have planned: the dry run is that of the push.
  const writing = Object.entries(commands).filter(
    ([id, { calls = [] }]) => id !== 'worker:start' && calls.some((key) => RULES[key].effect === 'write'),
  )
  expect(writing.length).toBeGreaterThan(10)
  expect(writing.filter(([, { flags }]) => !('dry-run' in flags)).map(([id]) => id)).toEqual([])
})
