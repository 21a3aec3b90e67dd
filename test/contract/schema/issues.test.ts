import { describe, expect, it } from 'vitest'
import { endpointOf } from '../../../src/contract/map/map.js'
import { checkValue, fieldPath } from '../../../src/contract/schema/issues.js'
import type { Finding } from '../../../src/errors.js'

function findingsOf(schema: Parameters<typeof checkValue>[0] | undefined, value: unknown): Finding[] {
  if (schema === undefined) throw new Error('no schema')
  const checked = checkValue(schema, value)
  return checked.ok ? [] : checked.findings
}

const create = endpointOf('property.create').body
const push = endpointOf('rates.push').body
const complete = { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' }
const setting = { room_id: 1, from: '2026-12-01', to: '2026-12-02' }
const pushed = (part: object): unknown => ({
  credentials: { id: 1, duty_code: 'x' },
  hotel_code: 1,
  room_settings: [{ ...setting, ...part }],
})

describe('checkValue', () => {
  it('answers the value as the schema leaves it', () => {
    expect(checkValue(endpointOf('property.get').params!, { id: '1000001' })).toEqual({
      ok: true,
      value: { id: 1_000_001 },
    })
  })

  it.each<[string, unknown, Finding]>([
    [
      'a missing field',
      { ...complete, code: undefined },
      { field: 'code', reason: 'is required', remedy: 'Give code: Short internal code.' },
    ],
    [
      'an unknown field with a near name',
      { ...complete, emialAddress: 'x' },
      { field: 'emialAddress', reason: 'is not a known field', remedy: 'Did you mean "emailAddress"?' },
    ],
    [
      'an unknown field in a list',
      { ...complete, emails: [{ email: 'a@b.example', zzzzzzzz: 1 }] },
      {
        field: 'emails[0].zzzzzzzz',
        reason: 'is not a known field',
        remedy: 'Known fields: emailTypeId, email, status.',
      },
    ],
    [
      'a wrong type deep inside',
      { ...complete, phones: [{ phoneNumber: '1' }, { phoneNumber: 3 }] },
      { field: 'phones[1].phoneNumber', value: '3', reason: 'must be text' },
    ],
    ['an empty text', { ...complete, name: '' }, { field: 'name', value: '', reason: 'must not be empty' }],
    [
      'a long text',
      { ...complete, hubSwitchId: 'x'.repeat(300) },
      { field: 'hubSwitchId', value: `${'x'.repeat(79)}…`, reason: 'must have at most 255 characters' },
    ],
    [
      'a date that is none',
      { ...complete, lastAvailabilityUpdate: 'today' },
      {
        field: 'lastAvailabilityUpdate',
        value: 'today',
        reason: 'must be a date with time, such as 2026-12-01T14:00:00Z',
      },
    ],
    [
      'yes for true',
      { ...complete, isMaster: 'yes' },
      { field: 'isMaster', value: 'yes', reason: 'must be true or false' },
    ],
    ['a list for an object', [1], { reason: 'must be an object' }],
    ['nothing at all', undefined, { reason: 'is required' }],
  ])('explains %s', (_name, value, finding) => {
    expect(findingsOf(create, value)).toContainEqual(finding)
  })

  it.each<[object, Finding]>([
    [
      { from: '2026-02-30' },
      {
        field: 'room_settings[0].from',
        value: '2026-02-30',
        reason: 'must be a calendar day that exists, written YYYY-MM-DD',
      },
    ],
    [{ price: 'abc' }, { field: 'room_settings[0].price', value: 'abc', reason: 'must be an amount such as 120.00' }],
    [{ min_stay: 0 }, { field: 'room_settings[0].min_stay', value: '0', reason: 'must be at least 1' }],
    [{ min_stay: 1.5 }, { field: 'room_settings[0].min_stay', value: '1.5', reason: 'must be an integer' }],
    [{ days: [] }, { field: 'room_settings[0].days', value: '[]', reason: 'must hold at least 1 entry' }],
    [
      { days: ['tues'] },
      {
        field: 'room_settings[0].days[0]',
        value: 'tues',
        reason: 'must be one of mon, tue, wed, thu, fri, sat, sun',
        remedy: 'Did you mean "tue"?',
      },
    ],
    [
      { room_id: '12a' },
      { field: 'room_settings[0].room_id', value: '12a', reason: 'must be an integer of at most 19 digits' },
    ],
    [{ room_id: -1 }, { field: 'room_settings[0].room_id', value: '-1', reason: 'must be at least 0' }],
    [{ room_id: true }, { field: 'room_settings[0].room_id', value: 'true', reason: 'must be text or an integer' }],
  ])('explains %j', (part, finding) => {
    expect(findingsOf(push, pushed(part))).toEqual([finding])
  })

  it('never shows a secret, nor what stands where one belongs', () => {
    const findings = [
      ...findingsOf(push, { credentials: { id: 'x', duty_code: 471_147 }, hotel_code: 1, room_settings: [setting] }),
      ...findingsOf(push, { credentials: 'hunter2', hotel_code: 1, room_settings: [setting] }),
      ...findingsOf(endpointOf('auth.login').query, { partnerId: 'x', partnerSecret: ['hunter2'] }),
    ]
    expect(findings.map(({ field }) => field)).toEqual([
      'credentials.id',
      'credentials.duty_code',
      'credentials',
      'partnerSecret',
    ])
    expect(JSON.stringify(findings)).not.toMatch(/471147|hunter2/)
  })
})

it('fieldPath writes a path as people do', () => {
  expect(fieldPath(['phones', 0, 'phoneNumber'])).toBe('phones[0].phoneNumber')
  expect(fieldPath([2, 'a'])).toBe('[2].a')
})
