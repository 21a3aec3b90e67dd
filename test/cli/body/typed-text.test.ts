import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignFields } from '../../../src/cli/body/assign.js'
import { guestName } from '../../../src/cli/body/guest-name.js'
import { queryOf, rawBodySchema } from '../../../src/cli/body/raw-request.js'
import { integerOf } from '../../../src/cli/flags/schema-flags.js'
import { contract } from '../../../src/contract/map/map.js'
import { Fault } from '../../../src/errors.js'

const property = contract.property.create.body
const unit = contract.unit.add.body

function setOne(schema: Parameters<typeof assignFields>[2], ...set: string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  assignFields(body, { set }, schema)
  return body
}

function faultOf(work: () => unknown): Fault {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('nothing was refused')
}

/** What people type for a text field and a YAML reader takes for something else. */
const LOOKS_LIKE_ELSE = [
  'Haus # 5',
  'null',
  '~',
  '',
  'true',
  'no',
  'Yes',
  '+4912345678',
  '01067',
  '0123456',
  '0x1F',
  '0o17',
  '1e3',
  '1_000',
  '.5',
  '.inf',
  '.nan',
  '12:30',
  '2027-07-01',
  'Hotel: Nord',
  '- Haus',
  '[x]',
  '{a: 1}',
  '"Haus"',
  "'Haus'",
  '*Stern',
  '&Anker',
  '!wichtig',
  '|',
  '>',
  '%',
  '@home',
  '`x`',
  '? x',
  '= 5',
  'a=b',
  ' Haus ',
  '\tHaus',
  'Haus\nHof',
  '🏨 Nord',
  '9007199254740993',
  '<<',
  '---',
  '...',
  'O\u2019Neil, Ada',
  '-5',
  '+5',
]

describe('--set', () => {
  it.each(LOOKS_LIKE_ELSE)('a field of text takes %j as it is typed', (typed) => {
    expect(setOne({ schema: property }, `alternativeName=${typed}`)).toEqual({ alternativeName: typed })
    expect(setOne({ schema: property }, `names[0].text=${typed}`)).toEqual({ names: [{ text: typed }] })
    expect(setOne({}, `anything=${typed}`)).toEqual({ anything: typed })
  })

  it('takes any text whatever, letter by letter', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0')),
        (typed) => {
          expect(setOne({ schema: property }, `legalCompanyName=${typed}`)).toEqual({ legalCompanyName: typed })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('numbers and booleans are read where the contract has them', () => {
    expect(
      setOne(
        { schema: unit },
        'basePrice=118.50',
        'noOfSellableUnits=12',
        'limited=true',
        'isExtra=false',
        'channelIds[0]=4',
        'arrivalDays.monday=true',
      ),
    ).toEqual({
      basePrice: 118.5,
      noOfSellableUnits: 12,
      limited: true,
      isExtra: false,
      channelIds: [4],
      arrivalDays: { monday: true },
    })
    expect(setOne({ schema: unit }, 'sellableUnitTypeId=room', 'names[0].languageId=2', 'names[0].text=0815')).toEqual({
      sellableUnitTypeId: 'room',
      names: [{ languageId: 2, text: '0815' }],
    })
  })

  it.each([
    ['basePrice=012', '012'],
    ['basePrice=1e3', '1e3'],
    ['basePrice=0x10', '0x10'],
    ['basePrice=12,50', '12.50'],
    ['basePrice=', 'basePrice'],
    ['basePrice=abc', 'abc'],
    ['basePrice= 12', ' 12'],
    ['basePrice=+12', '+12'],
    ['basePrice=Infinity', 'Infinity'],
    ['basePrice=NaN', 'NaN'],
    ['basePrice=0.1000000000000000055', '0.1000000000000000055'],
    ['noOfSellableUnits=9007199254740993', '9007199254740993'],
    ['limited=yes', 'yes'],
    ['limited=True', 'True'],
    ['limited=1', '1'],
    ['limited=', 'limited'],
    ['sellableUnitTypeId=01', '01'],
    ['propertyId=1e6', '1e6'],
    ['propertyId=0x0F4241', '0x0F4241'],
    ['capacities=[]', 'capacities'],
    ['price=12', 'price'],
  ])('%s is refused with field and value', (assignment, shown) => {
    const fault = faultOf(() => setOne({ schema: unit }, assignment))
    expect(fault.code).toBe('USAGE')
    expect(`${fault.message} ${fault.next}`).toContain(shown)
    expect(fault.message).toContain(assignment.split('=')[0])
  })

  it('a list or an object sends to --field, which takes JSON and nothing else', () => {
    expect(faultOf(() => setOne({ schema: unit }, 'channelIds=1,2')).next).toContain("--field 'channelIds=…'")
    const body: Record<string, unknown> = {}
    assignFields(
      body,
      {
        field: ['channelIds=[1,2]', 'price={"mode":"standard","value":"9.90"}', 'isExtra=false', 'propertyId=1000001'],
      },
      { schema: unit },
    )
    expect(body).toEqual({
      channelIds: [1, 2],
      price: { mode: 'standard', value: '9.90' },
      isExtra: false,
      propertyId: 1000001,
    })
    expect(faultOf(() => assignFields({}, { field: ['name=Seaview'] })).next).toContain('--set')
    expect(faultOf(() => assignFields({}, { field: ['names=[null]'] })).message).toContain('null')
    const raw: Record<string, unknown> = {}
    assignFields(raw, { field: ['x=null', 'id=9007199254740993'] }, { keepsNull: true })
    expect(raw).toEqual({ x: null, id: '9007199254740993' })
  })

  it.each<[string, Parameters<typeof assignFields>[1], Record<string, string>, RegExp]>([
    ['--set twice', { set: ['name=a', 'name=b'] }, {}, /^name is given twice\.$/],
    [
      '--set and --field',
      { set: ['name=a'], field: ['name="b"'] },
      {},
      /^name is given twice: by --set and by --field\.$/,
    ],
    ['a flag and --set', { set: ['name=a'] }, { name: '--name' }, /^name is given twice: by --name and by --set\.$/],
    [
      'a field and the object around it',
      { set: ['price.value=1'], field: ['price={"mode":"standard"}'] },
      {},
      /^--set price\.value and --field price speak of the same field\.$/,
    ],
    [
      'an entry and the list of a flag',
      { set: ['names[0].text=a'] },
      { names: '--names' },
      /^--names names and --set names\[0\]\.text speak/,
    ],
  ])('one field is not set in two ways: %s', (_, assigned, taken, words) => {
    const fault = faultOf(() => assignFields({ names: [{}], price: {} }, assigned, { taken }))
    expect([fault.code, fault.message]).toEqual(['USAGE', expect.stringMatching(words)])
  })

  it('fields beside each other are no contradiction', () => {
    const body: Record<string, unknown> = {}
    assignFields(
      body,
      { set: ['names[0].text=a', 'names[0].languageId=1', 'name=b'], field: ['nameTwo=1'] },
      { taken: { code: '--code' } },
    )
    expect(body).toEqual({ names: [{ text: 'a', languageId: '1' }], name: 'b', nameTwo: 1 })
  })

  it.each([
    ['name'],
    ['=x'],
    ['.a=1'],
    ['a..b=1'],
    ['a[x]=1'],
    ['a]b=1'],
    ['__proto__.x=1'],
    ['a.__proto__=1'],
    ['a b=1'],
    [`${'a'.repeat(600)}=1`],
  ])('%s has no path', (assignment) => {
    expect(faultOf(() => setOne({ schema: property }, assignment)).code).toBe('USAGE')
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('one path twice, a gap in a list, and a text where an object stands are refused', () => {
    expect(faultOf(() => setOne({ schema: property }, 'name=A', 'name=B')).message).toContain('twice')
    expect(faultOf(() => setOne({ schema: property }, 'phones[1].name=A')).message).toContain('gap')
    expect(
      faultOf(() => assignFields({ names: 'Haus' }, { set: ['names[0].text=A'] }, { schema: property })).message,
    ).toContain('needs a list')
    expect(setOne({ schema: property }, 'phones[0].name=A', 'phones[1].name=B')).toEqual({
      phones: [{ name: 'A' }, { name: 'B' }],
    })
  })
})

describe('other values that people type', () => {
  it('a guest has a last name that nobody guesses', () => {
    expect(guestName('Ada Lovelace')).toEqual({ firstName: 'Ada', lastName: 'Lovelace' })
    expect(guestName("O'Neil, Ada")).toEqual({ firstName: 'Ada', lastName: "O'Neil" })
    expect(guestName('de la Cruz,  María  José')).toEqual({ firstName: 'María José', lastName: 'de la Cruz' })
    expect(guestName('🌊 Nord')).toEqual({ firstName: '🌊', lastName: 'Nord' })
    expect(faultOf(() => guestName('María José de la Cruz')).next).toContain('"Cruz, María José de la"')
    for (const wrong of [
      'Ada',
      '',
      ' ',
      'Lovelace,',
      ',Ada',
      'Lovelace, Ada, Countess',
      'Ada Lovelace, Jr.',
      'Ada Lovelace, PhD',
    ])
      expect(faultOf(() => guestName(wrong)).code).toBe('USAGE')
  })

  it('an id in digits is not a number in any other notation', () => {
    expect(integerOf('--unit', '101')).toBe(101)
    for (const wrong of ['1e3', '0x65', ' 101', '101.0', '0101', '+101', '', '9007199254740993', '1,0'])
      expect(faultOf(() => integerOf('--unit', wrong)).code).toBe('USAGE')
  })

  it('a query value keeps its equals signs, a repeated name is sent twice, a name alone is refused', () => {
    expect(queryOf(['a=1=2', 'b=', 'c=x', 'c=y'])).toEqual({ a: '1=2', b: '', c: ['x', 'y'] })
    expect(faultOf(() => queryOf(['propertyId'])).code).toBe('USAGE')
  })

  it('a raw call to a path of the contract reads its numbers, and text elsewhere', () => {
    expect(
      setOne({ schema: rawBodySchema('POST', '/api/v1/property/search-v4') }, 'latitude=48.85', 'radius=10'),
    ).toEqual({ latitude: '48.85', radius: 10 })
    expect(setOne({ schema: rawBodySchema('PUT', '/api/v1/properties/1000001') }, 'fax=0123', 'isMaster=true')).toEqual(
      { fax: '0123', isMaster: true },
    )
    expect(rawBodySchema('POST', '/api/v9/other')).toBeUndefined()
  })
})

describe('a number with a point', () => {
  it.each([
    ['noOfSellableUnits', '1.000', 'Write 1000 or 1, whichever is meant'],
    ['noOfSellableUnits', '12.000', 'Write 12000 or 12,'],
    ['noOfSellableUnits', '12.0', 'Write 12.'],
    ['noOfSellableUnits', '1.234', 'Write 1234'],
    ['sellableUnitTypeId', '1.000', 'Write 1000 or 1,'],
    ['basePrice', '1.234', 'Write 1234 or 1.2340, whichever is meant'],
    ['price.value', '1.234', 'Write 1234 or 1.2340'],
  ])('--set %s=%s is refused: %s', (field, text, remedy) => {
    expect(faultOf(() => setOne({ schema: unit }, `${field}=${text}`)).next).toContain(remedy)
  })

  it.each([
    ['channelIds=[1.000,2]', '1.000'],
    ['noOfSellableUnits=1.000', '1.000'],
    ['capacities=[{"maxOccupancy":2.000}]', '2.000'],
  ])('--field %s is refused by its source', (assignment, shown) => {
    expect(faultOf(() => assignFields({}, { field: [assignment] }, { schema: unit })).message).toContain(`"${shown}"`)
  })

  it('is taken where nobody can read it otherwise', () => {
    expect(setOne({ schema: unit }, 'basePrice=1.2340', 'price.value=118.50')).toEqual({
      basePrice: 1.234,
      price: { value: 118.5 },
    })
    expect(
      setOne({ schema: contract.propertyInfo.set.body }, 'geoCode.latitude=48.208', 'geoCode.longitude=-9.123'),
    ).toEqual({ geoCode: { latitude: 48.208, longitude: -9.123 } })
    expect(assignFields({}, { field: ['basePrice=1.234'] }, { schema: unit })).toBeUndefined()
    expect(setOne({ schema: contract.reservation.create.body }, 'rooms[0].roomId=1.000')).toEqual({
      rooms: [{ roomId: '1.000' }],
    })
  })
})

describe('a number with marks', () => {
  it.each([
    ['1,234', 'Write 1234 or 1.234, whichever is meant'],
    ['-12,500', 'Write -12500 or -12.500, whichever is meant'],
    ['12,5', 'and the decimals after a point: 12.5'],
    ['0,125', 'and the decimals after a point: 0.125'],
    ['1234,567', 'and the decimals after a point: 1234.567'],
    ['1.234,50', 'and the decimals after a point: 1234.50'],
    ['1,234.50', 'and the decimals after a point: 1234.50'],
    ['1,234,567', 'and the decimals after a point: 1234567'],
    ['1.234.567', 'and the decimals after a point: 1234567'],
    ['1 234', 'and the decimals after a point: 1234'],
    ["1'234.5", 'and the decimals after a point: 1234.5'],
    ['1,2,3', 'Write it in digits, such as 12 or 118.50'],
    ['1,23,4', 'Write it in digits'],
    ['twelve', 'Write it in digits'],
  ])('is refused with every number that %s can be', (text, remedy) => {
    for (const [schema, field] of [
      [unit, 'basePrice'],
      [unit, 'noOfSellableUnits'],
    ] as const)
      expect(`${faultOf(() => setOne({ schema }, `${field}=${text}`)).next}`).toContain(remedy)
  })
})
