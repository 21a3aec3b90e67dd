import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBodyFile } from '../../../src/cli/body/body-file.js'
import { contract } from '../../../src/contract/map/map.js'
import { Fault } from '../../../src/errors.js'

const property = contract.property.create.body
const unit = contract.unit.add.body
const info = contract.propertyInfo.set.body
const reservation = contract.reservation.create.body

describe('body files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hubswitch-body-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function read(
    content: string | Buffer,
    schema: Parameters<typeof readBodyFile>[1] = {},
  ): Promise<Record<string, unknown>> {
    const file = path.join(folder, 'body.yaml')
    await writeFile(file, content)
    return readBodyFile(file, schema)
  }
  async function faultOf(content: string | Buffer, schema: Parameters<typeof readBodyFile>[1] = {}): Promise<Fault> {
    const error = await read(content, schema).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(Fault)
    return error as Fault
  }

  it('of several documents, one to a line, says where the second begins', async () => {
    const fault = await faultOf('\n{"a": 1}\n\n{"a": 2}\n')
    expect(fault.findings).toMatchObject([{ line: 4, reason: 'a second document begins here' }])
    expect(fault.message).toContain('several JSON documents')
    expect(await read('{"a":\n{"b": 1}}\n')).toEqual({ a: { b: 1 } })
  })

  it('reads decimals as numbers where a document has no schema and says that they are, and nothing else', async () => {
    const text = 'price: 99.50\nplace: -2.3900\nzip: 01067\ncode: 007.5\nbig: 1e3\n'
    const numbers = { price: 99.5, place: -2.39 }
    const texts = { zip: '01067', code: '007.5', big: '1e3' }
    expect(await read(text, { readsDecimals: true })).toEqual({ ...numbers, ...texts })
    expect(await read(text)).toEqual({ price: '99.50', place: '-2.3900', ...texts })
  })

  it.each([
    '01067',
    '1e3',
    '+4912345678',
    'no',
    'true',
    'FALSE',
    '0x1F',
    '0o17',
    '1_000',
    '.5',
    '5.',
    '.inf',
    '.nan',
    '-0',
    '1.50',
    '2027-07-01',
    '12:30',
    '9007199254740993',
    '0.1000000000000000055',
  ])('a text field keeps %s as it is written', async (written) => {
    expect(
      await read(
        `code: ${written}\nphones:\n  - phoneNumber: ${written}   # desk\nbillingAddress: { postCode: ${written} }`,
        { schema: property },
      ),
    ).toEqual({
      code: written,
      phones: [{ phoneNumber: written }],
      billingAddress: { postCode: written },
    })
    expect(await read(`%YAML 1.1\n---\ncode: ${written}\n`, { schema: property })).toEqual({ code: written })
    expect(
      await read(`rooms: [{ guests: [{ firstName: ${written}, lastName: "${written}", unit: 1 }] }]`, {
        schema: reservation,
      }),
    ).toEqual({ rooms: [{ guests: [{ firstName: written, lastName: written, unit: 1 }] }] })
  })

  it.each<[string, string, Parameters<typeof readBodyFile>[1], object]>([
    [
      'a name that is Null',
      'booker:\n  lastName: Null',
      { schema: reservation },
      {
        line: 2,
        field: 'booker.lastName',
        reason: expect.stringContaining('Null, which YAML takes for no value'),
        remedy: expect.stringContaining('"Null", if it is a name'),
      },
    ],
    [
      'a name without a value',
      'name:',
      { schema: property },
      { field: 'name', reason: 'has no value', remedy: expect.not.stringContaining('keep what the service has') },
    ],
    [
      'a list without a value',
      'names:',
      { schema: unit },
      { field: 'names', remedy: 'Leave the line out: nothing is sent for it then' },
    ],
    [
      'ages of children',
      'totalGuestCounts: { adults: 1, children: [5] }',
      { schema: reservation },
      { field: 'totalGuestCounts.children[0]', value: '5', remedy: 'Write it so: { age: 5, count: 1 }' },
    ],
    [
      'an age of a child',
      'totalGuestCounts: { adults: 1, children: 5 }',
      { schema: reservation },
      { field: 'totalGuestCounts.children', remedy: 'Write it so: [{ age: 5, count: 1 }]' },
    ],
  ])('%s is told with what to write instead', async (_, content, schema, finding) => {
    expect((await faultOf(content, schema)).findings).toEqual([expect.objectContaining(finding)])
  })

  it('numbers of JSON in text fields keep their digits, wide ids as well', async () => {
    expect(
      await read('{"code": 1067, "name": 1.50, "hubSwitchId": 9007199254740993, "status": true}', { schema: property }),
    ).toEqual({ code: '1067', name: '1.50', hubSwitchId: '9007199254740993', status: 'true' })
    expect(await read('{"rooms":[{"roomId":9007199254740993,"ratePlanId":501}]}', { schema: reservation })).toEqual({
      rooms: [{ roomId: '9007199254740993', ratePlanId: 501 }],
    })
  })

  it('numbers and booleans stay what they are where the contract has them', async () => {
    expect(
      await read(
        'basePrice: 118\nnoOfSellableUnits: 1e1\nlimited: true\nnames: [{ languageId: 1, text: 0815 }]\nprice: { mode: standard, value: 9.90 }',
        { schema: unit },
      ),
    ).toEqual({
      basePrice: 118,
      noOfSellableUnits: 10,
      limited: true,
      names: [{ languageId: 1, text: '0815' }],
      price: { mode: 'standard', value: 9.9 },
    })
    expect(
      await read(
        'geoCode: { latitude: 48.20, longitude: "16.37" }\npropertyTypeId: hotel\nlanguages: [{ languageId: no }]',
        { schema: info },
      ),
    ).toEqual({
      geoCode: { latitude: 48.2, longitude: '16.37' },
      propertyTypeId: 'hotel',
      languages: [{ languageId: 'no' }],
    })
  })

  it.each([
    ['noOfSellableUnits: 012', '012'],
    ['noOfSellableUnits: 0x1F', '0x1F'],
    ['basePrice: .5', '.5'],
    ['basePrice: .inf', '.inf'],
    ['minLengthOfStay: +3', '+3'],
    ['basePrice: 0.1000000000000000055', '0.1000000000000000055'],
    ['propertyId: 9007199254740993', '9007199254740993'],
    ['noOfSellableUnits: 12.000', '12.000'],
    ['minLengthOfStay: 2.0', '2.0'],
    ['"noOfSellableUnits": 1.000', '1.000'],
  ])('%s is refused with line, field and value', async (line, value) => {
    const fault = await faultOf(`names: []\n${line}\n`, { schema: unit })
    expect([fault.code, fault.findings]).toEqual([
      'INVALID_INPUT',
      [
        expect.objectContaining({
          line: 2,
          field: line.split(':')[0]?.replaceAll('"', ''),
          value,
          remedy: expect.any(String) as string,
        }),
      ],
    ])
    expect(fault.next).toContain('Nothing was sent')
  })

  it.each([
    'alternativeName:',
    'alternativeName: ~',
    'alternativeName: null',
    'isMaster: null',
    'emails: ~',
    'phones: [~]',
    'alternativeName: |',
    'alternativeName: >-',
    '"alternativeName": null',
  ])('%s could mean two things and is refused', async (line) => {
    const fault = await faultOf(`code: A\n${line}\n`, { schema: property })
    expect(fault.findings).toEqual([
      expect.objectContaining({
        line: 2,
        reason: 'has no value',
        remedy: expect.stringContaining('Leave the line out') as string,
      }),
    ])
  })

  it('a number after "#" is not dropped from a text in silence', async () => {
    expect((await faultOf('alternativeName: Haus # 5', { schema: property })).findings).toEqual([
      expect.objectContaining({
        line: 1,
        field: 'alternativeName',
        remedy: expect.stringContaining('quotes') as string,
      }),
    ])
    expect(
      await read('alternativeName: "Haus # 5"\ncode: SEA # our own\nemails: [] # 5\nhomeCurrencyId: 3 # 4', {
        schema: property,
      }),
    ).toEqual({ alternativeName: 'Haus # 5', code: 'SEA', emails: [], homeCurrencyId: 3 })
  })

  it('null passes where a request goes out as it stands', async () => {
    expect(await read('{"a": null, "b": [null], "c": 01067, "d": 5}', { keepsNull: true })).toEqual({
      a: null,
      b: [null],
      c: '01067',
      d: 5,
    })
  })

  it('what is not UTF-8 is refused rather than garbled', async () => {
    expect((await faultOf(Buffer.from('name: Café', 'latin1'), { schema: property })).message).toContain('UTF-8')
    expect(await read(Buffer.from('\ufeffname: Café 🏨', 'utf8'), { schema: property })).toEqual({ name: 'Café 🏨' })
  })

  it('keys twice, unknown tags, aliases without end and foreign prototypes are refused', async () => {
    expect((await faultOf('name: A\nname: B', { schema: property })).findings[0]).toMatchObject({ line: 2 })
    expect((await faultOf('name: !flag yes', { schema: property })).code).toBe('INVALID_INPUT')
    expect(
      (
        await faultOf(
          'a: &a [1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c]',
        )
      ).findings[0]?.reason,
    ).toContain('alias')
    expect((await faultOf('a: &a [*a]')).code).toBe('INVALID_INPUT')
    expect((await faultOf('__proto__: { polluted: 1 }')).code).toBe('INVALID_INPUT')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await read('a: &a { postCode: 01067 }\nbillingAddress: *a', { schema: property })).toMatchObject({
      billingAddress: { postCode: '01067' },
    })
    expect((await faultOf('- 1')).message).toContain('does not contain an object')
    expect((await faultOf('')).message).toContain('does not contain an object')
  })
})
