import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

/** What a person types is what the service has afterwards. On the embedded sandbox. */
describe('values as typed', () => {
  let machine: Machine
  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--json'], machine.env)
  const stored = async (): Promise<Record<string, unknown>> => (await run('property', 'get', '1000001')).json()

  beforeAll(async () => {
    machine = await freshMachine()
    expect((await run('property', 'create', '--file', 'samples/property.yaml')).code).toBe(0)
    expect((await run('unit', 'add', '1000001', '--file', 'samples/room-double.yaml')).code).toBe(0)
  })
  afterAll(() => machine.remove())

  it.each([
    'Haus # 5',
    'null',
    '+4912345678',
    '01067',
    '0123456',
    'true',
    'Hotel: Nord',
    '[x]',
    '1e3',
    '🏨',
    "O'Neil, Ada",
    '=SUM(1)',
    '',
  ])('--set alternativeName=%s is stored as typed', async (typed) => {
    expect((await run('property', 'update', '1000001', '--set', 'alternativeName=before')).code).toBe(0)
    expect((await run('property', 'update', '1000001', '--set', `alternativeName=${typed}`)).code).toBe(0)
    expect((await stored())['alternativeName']).toBe(typed)
  })

  it('a postal code in a file keeps its zero, and a field without a value changes nothing', async () => {
    const file = path.join(machine.folder, 'change.yaml')
    await writeFile(file, 'billingAddress:\n  postCode: 01067\n  city: no\n')
    expect((await run('property', 'update', '1000001', '--file', file)).code).toBe(0)
    expect((await stored())['billingAddress']).toEqual({ postCode: '01067', city: 'no' })
    await writeFile(file, 'legalCompanyName:\n')
    const refused = await run('property', 'update', '1000001', '--file', file)
    expect([refused.code, refused.json<{ error: { findings: unknown[] } }>().error.findings]).toEqual([
      6,
      [expect.objectContaining({ line: 1, field: 'legalCompanyName' })],
    ])
    expect((await stored())['legalCompanyName']).toBe('Seaview Hospitality GmbH')
  })

  it('a document that is applied keeps text as written', async () => {
    const file = path.join(machine.folder, 'property-file.yaml')
    await writeFile(
      file,
      'property: { hubSwitchId: HS-9, status: ACTIVE, code: 1e3, name: 007, fax: +49 }\ninfo: { addresses: [{ postalCode: 01067 }] }\n',
    )
    expect((await run('property', 'apply', file, '--yes')).code).toBe(0)
    expect((await run('property', 'get', '--hub-id', 'HS-9')).json()).toMatchObject({
      code: '1e3',
      name: '007',
      fax: '+49',
      addresses: [{ postalCode: '01067' }],
    })
    expect((await run('property', 'apply', file, '--yes')).stderr).not.toMatch(/→/)
  })

  it('numbers are read where the field is one, and refused with field and value where they are none', async () => {
    expect(
      (
        await run(
          'unit',
          'update',
          '101',
          '--set',
          'basePrice=99.50',
          '--set',
          'limited=true',
          '-F',
          'channelIds=[3,4]',
        )
      ).json(),
    ).toMatchObject({ basePrice: 99.5, limited: true, channelIds: [3, 4] })
    const refused = await run('unit', 'update', '101', '--set', 'noOfSellableUnits=012')
    expect([refused.code, refused.json<{ error: { message: string; next: string } }>().error]).toMatchObject([
      2,
      { message: expect.stringContaining('"012"') as string, next: expect.stringContaining('12') as string },
    ])
    expect((await run('unit', 'update', '101', '--no-of-sellable-units', '1e1')).code).toBe(2)
  })

  it.each([
    ['property', 'get', '0x0F4241'],
    ['property', 'get', '1e6'],
    ['property', 'get', ' 1000001'],
    ['property', 'get', '1000001.0'],
    ['unit', 'get', '1e2'],
    ['property', 'info', 'get', '01000001'],
  ])('%s %s %s is not another notation of an id', async (...args) => {
    expect((await run(...args)).code).toBe(6)
  })

  it('more guests by name than by number are refused before anything is sent', async () => {
    const stay = [
      'reservation',
      'create',
      '--property',
      '1000001',
      '--check-in',
      '2027-07-01',
      '--nights',
      '1',
      '--room',
      '101',
      '--plan',
      '501',
    ]
    const ran = await run(...stay, '--adults', '1', '--guest', 'Ada Lovelace', '--guest', "O'Neil, Ada")
    expect([ran.code, ran.json<{ error: { message: string } }>().error.message]).toEqual([
      6,
      'The rooms have 2 guests, and the reservation counts 1.',
    ])
    const unclear = await run(...stay, '--guest', 'Ada María de la Cruz')
    expect([unclear.code, unclear.json<{ error: { next: string } }>().error.next]).toEqual([
      2,
      expect.stringContaining('"Cruz, Ada María de la"'),
    ])
  })

  it.each(['0123', '1e3', 'null', '~', 'true', ' # 5'])(
    'partner id %s of a profile is kept as typed',
    async (typed) => {
      expect(
        (await run('profile', 'set', 'other', '--base-url', 'https://service.example', '--partner-id', typed)).code,
      ).toBe(0)
      expect((await run('profile', 'list')).json()).toContainEqual(
        expect.objectContaining({ name: 'other', partnerId: typed }),
      )
    },
  )

  it('a raw call sends text as typed and numbers of the contract as numbers', async () => {
    const ran = await run('api', 'PUT', '/api/v1/properties/1000001', '--set', 'fax=0123', '-F', 'isMaster=true')
    expect([ran.code, ran.json()]).toMatchObject([0, { result: { fax: '0123', isMaster: true } }])
  })
})
