import { describe, expect, it } from 'vitest'
import type { PropertyFileData } from '../../src/property-file/property-file.js'
import { Fault } from '../../src/errors.js'
import { planApply } from '../../src/property-file/apply-plan.js'
import type { PropertyRecords } from '../../src/property-file/document.js'

const property = { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' }
const double = { names: [{ text: 'Double', languageId: 1 }], sellableUnitTypeId: 1, basePrice: 90 }

const records = (over: Partial<PropertyRecords> = {}): PropertyRecords => ({
  property: {
    id: 1000001,
    ...property,
    companyOrganizationNumber: '7',
    taxId: 'T1',
    phones: [{ phoneNumber: '1', phoneType: null }],
  },
  units: [
    { id: 102, ...double, names: [{ text: 'Suite', languageId: 1, language: { id: 1 } }] },
    { id: 101, ...double, noOfSellableUnits: 3, mealType: null },
  ],
  ...over,
})
const plan = (document: object, current?: PropertyRecords) => planApply(document as PropertyFileData, current)
const callsOf = (document: object, current?: PropertyRecords): string[] =>
  plan(document, current).steps.map(({ call, unitId }) => (unitId === undefined ? call : `${call} ${unitId}`))

describe('planApply', () => {
  it('creates what is not there: property, information, units; a field that only update takes follows', () => {
    const { steps } = plan({
      property: { ...property, emailAddressComment: 'old' },
      info: { website: 'w' },
      units: [double],
    })
    expect(steps.map(({ call, body }) => [call, body])).toEqual([
      ['property.create', property],
      ['property.update', { emailAddressComment: 'old' }],
      ['propertyInfo.set', { website: 'w' }],
      ['unit.add', double],
    ])
  })

  it('sends nothing where nothing differs, in whatever spelling the service keeps it', () => {
    expect(
      callsOf(
        {
          property: { ...property, companyOrganisationNumber: '7', taxId: 'T1' },
          units: [{ id: 101, ...double, noOfSellableUnits: 3 }],
        },
        records(),
      ),
    ).toEqual([])
  })

  it('sends only the fields that differ, in the spelling of update', () => {
    const { steps } = plan(
      {
        property: { ...property, name: 'Grand', companyOrganisationNumber: '8' },
        units: [{ id: 101, ...double, noOfSellableUnits: 4 }],
      },
      records(),
    )
    expect(steps.map(({ call, body }) => [call, body])).toEqual([
      ['property.update', { name: 'Grand', companyOrganizationNumber: '8' }],
      ['unit.update', { noOfSellableUnits: 4 }],
    ])
  })

  it('refuses a change that no update can make, naming the field', () => {
    const attempt = (): unknown =>
      plan(
        { property: { ...property, taxId: 'T2' }, units: [{ id: 101, ...double, basePriceBeforeTax: 3 }] },
        records(),
      )
    expect(attempt).toThrow(Fault)
    try {
      attempt()
    } catch (error) {
      expect((error as Fault).code).toBe('INVALID_INPUT')
      expect((error as Fault).findings.map(({ field }) => field)).toEqual([
        'property.taxId',
        'units[0].basePriceBeforeTax',
      ])
    }
  })

  it('knows a unit by its id also under a new name, else by its names, else adds it; the rest stays', () => {
    const suite = { ...double, names: [{ text: 'Suite', languageId: 1 }] }
    const renamed = { id: 101, ...double, names: [{ text: 'Double room', languageId: 1 }] }
    expect(callsOf({ property, units: [renamed, suite] }, records())).toEqual(['unit.update 101'])
    expect(callsOf({ property, units: [{ ...suite, basePrice: 1 }] }, records())).toEqual(['unit.update 102'])
    expect(() => plan({ property, units: [{ ...suite, id: 999, basePrice: 1 }] }, records())).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        findings: [
          expect.objectContaining({ field: 'units[0].id', value: '999', reason: 'is no unit of this property' }),
        ],
      }) as Error,
    )
    expect(
      callsOf(
        { property, units: [double, suite, { ...double, names: [{ text: 'Attic', languageId: 1 }] }] },
        records(),
      ),
    ).toEqual(['unit.add'])
    expect(plan({ property, units: [suite] }, records()).untouched).toEqual([{ id: 101, label: 'Double' }])
  })

  it('two units of one name are two units', () => {
    const twins = records({
      units: [
        { id: 101, ...double },
        { id: 102, ...double },
      ],
    })
    expect(callsOf({ property, units: [double, double] }, twins)).toEqual([])
    expect(callsOf({ property, units: [double, double, double] }, twins)).toEqual(['unit.add'])
  })

  it('a list that is emptied is sent', () => {
    const { steps } = plan({ property: { ...property, phones: [] } }, records())
    expect(steps.map(({ body }) => body)).toEqual([{ phones: [] }])
  })

  it.each([
    [
      'a blank behind the name',
      { names: [{ text: 'Double ', languageId: 1 }], sellableUnitTypeId: 1 },
      ['unit.update 101'],
    ],
    ['a name alone', { name: ' Double', sellableUnitTypeId: 1 }, []],
    ['names that are null', { names: null, name: 'Double', sellableUnitType: { id: 1 } }, []],
    ['names without languages', { names: [{ text: 'Double' }], sellableUnitTypeId: 1 }, ['unit.update 101']],
    ['no type', { name: 'Double' }, ['unit.update 101']],
    ['other capitals', { names: [{ text: 'DOUBLE', languageId: 1 }], sellableUnitTypeId: 1 }, ['unit.update 101']],
    ['one name in other capitals', { name: 'DOUBLE', sellableUnitTypeId: 1 }, ['unit.update 101']],
  ])('a unit that is shown with %s is not added twice', (_, shown, calls) => {
    expect(callsOf({ property, units: [double] }, records({ units: [{ id: 101, basePrice: 90, ...shown }] }))).toEqual(
      calls,
    )
  })

  it.each([
    ['with another name', [{ id: 101, name: 'Suite', sellableUnitTypeId: 1 }]],
    ['with an empty list of names', [{ id: 101, names: [], sellableUnitTypeId: 1 }]],
    [
      'with this name, twice',
      [
        { id: 101, ...double, basePrice: 1 },
        { id: 102, ...double, basePrice: 2 },
      ],
    ],
    ['with this name and another type', [{ id: 101, name: 'Double', sellableUnitTypeId: 2 }]],
    ['without a name', [{ id: 101, sellableUnitTypeId: 1 }]],
    ['with a name that is null', [{ id: 101, names: null, name: null }]],
    [
      'with one name, twice, without types',
      [
        { id: 101, name: 'Double' },
        { id: 102, name: 'Double' },
      ],
    ],
  ])('adds nothing where a unit is shown %s: it may be the one', (_, units) => {
    expect(() => plan({ property, units: [double] }, records({ units }))).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        findings: [expect.objectContaining({ field: 'units[0]' })],
      }) as Error,
    )
  })

  const en = { text: 'Bed in dorm', languageId: 1 }
  const de = { text: 'Bett im Schlafsaal', languageId: 2 }
  const bed = (...names: object[]) => ({ sellableUnitTypeId: 1, names })
  it.each<[string, object[], object[], string[]]>([
    ['a translation that only the service has', [bed(en)], [bed(en, de)], ['unit.update 101']],
    ['a translation that only the document has', [bed(en, de)], [bed(en)], ['unit.update 101']],
    [
      'a translation that was corrected',
      [bed(en, { ...de, text: 'Schlafsaalbett' })],
      [bed(en, de)],
      ['unit.update 101'],
    ],
    ['another first language', [bed(de, { text: 'Cama', languageId: 3 })], [bed(en, de)], ['unit.update 101']],
    ['names in another order', [bed(de, en)], [bed(en, de)], []],
    ['other capitals', [bed({ ...en, text: ' bed in DORM' })], [bed(en)], ['unit.update 101']],
    [
      'the better match first',
      [bed(en), bed(en, de)],
      [
        { ...bed(en, de), basePrice: 1 },
        { ...bed(en), basePrice: 2 },
      ],
      [],
    ],
    [
      'a new one beside those that match',
      [bed(en, de), bed({ text: 'Attic', languageId: 1 })],
      [bed(en)],
      ['unit.update 101', 'unit.add'],
    ],
    ['a room and a meal of one name', [bed(en), { ...bed(en), sellableUnitTypeId: 2 }], [bed(en)], ['unit.add']],
    ['by its id, of another type', [{ id: 101, ...bed(en), sellableUnitTypeId: 2 }], [bed(en)], ['unit.update 101']],
    [
      'without names on either side, by its values',
      [{ sellableUnitTypeId: 1, basePrice: 0 }],
      [{ sellableUnitTypeId: 1, names: [], basePrice: 0, mealType: null }],
      [],
    ],
    [
      'a new one of another type',
      [bed({ text: 'Breakfast', languageId: 1 })],
      [{ ...bed(en), sellableUnitTypeId: 2 }],
      ['unit.add'],
    ],
  ])('knows a unit by any of its names: %s', (_, units, shown, calls) => {
    expect(
      callsOf({ property, units }, records({ units: shown.map((unit, at) => ({ id: 101 + at, ...unit })) })),
    ).toEqual(calls)
  })

  it.each<[string, object[], object[], RegExp]>([
    [
      'without names on either side, with other values',
      [{ sellableUnitTypeId: 1, basePrice: 1 }],
      [{ sellableUnitTypeId: 1, names: [], basePrice: 0 }],
      /unit 101, of the same type/,
    ],
    [
      'renamed in its one language',
      [bed({ ...en, text: 'Bunk' })],
      [bed(en)],
      /unit 101 \(Bed in dorm\), of the same type, is no other unit of the document/,
    ],
    ['the same text in another language', [bed({ ...en, languageId: 2 })], [bed(en)], /it may be this one, renamed/],
    [
      'of another type, with its names',
      [bed(en, de)],
      [{ ...bed(en, de), sellableUnitTypeId: 2 }],
      /unit 101 \(Bed in dorm, Bett im Schlafsaal\) has its name and the type 2, .* of another type since/,
    ],
    [
      'of another type, with one of its names',
      [bed(en)],
      [{ ...bed(en, de), sellableUnitTypeId: 2 }],
      /unit 101 .* has its name and the type 2/,
    ],
    [
      'two of the service with one of its names',
      [bed(en, de)],
      [bed(en), bed(en, { ...de, text: 'Bett' })],
      /has a name of unit 101 .* and of unit 102/,
    ],
    [
      'two of the document with its name',
      [bed(en, de), bed(en, { ...de, text: 'Bett' })],
      [bed(en)],
      /has a name of unit 101 .*, and so has units\[1\]/,
    ],
  ])('adds nothing where it may be there: %s', (_, units, shown, reason) => {
    const now = records({ units: shown.map((unit, at) => ({ id: 101 + at, ...unit })) })
    expect(() => plan({ property, units }, now)).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        findings: expect.arrayContaining([
          expect.objectContaining({ field: 'units[0]', reason: expect.stringMatching(reason) as string }),
        ]) as object,
      }) as Error,
    )
  })
})
