import { describe, expect, it } from 'vitest'
import type { PropertyFileData } from '../../src/contract/property-file.js'
import { Fault } from '../../src/errors.js'
import { planApply } from '../../src/property-file/apply-plan.js'
import type { PropertyRecords } from '../../src/property-file/document.js'

const property = { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' }
const double = { names: [{ text: 'Double', languageId: 1 }], sellableUnitTypeId: 1, basePrice: 90 }

const records = (over: Partial<PropertyRecords> = {}): PropertyRecords => ({
  property: { id: 1000001, ...property, companyOrganizationNumber: '7', taxId: 'T1', phones: [{ phoneNumber: '1', phoneType: null }] },
  units: [{ id: 102, ...double, names: [{ text: 'Suite', languageId: 1, language: { id: 1 } }] }, { id: 101, ...double, noOfSellableUnits: 3, mealType: null }],
  ...over,
})
const plan = (document: object, current?: PropertyRecords) => planApply(document as PropertyFileData, current)
const callsOf = (document: object, current?: PropertyRecords): string[] => plan(document, current).steps.map(({ call, unitId }) => (unitId === undefined ? call : `${call} ${unitId}`))

describe('planApply', () => {
  it('creates what is not there: property, information, units; a field that only update takes follows', () => {
    const { steps } = plan({ property: { ...property, emailAddressComment: 'old' }, info: { website: 'w' }, units: [double] })
    expect(steps.map(({ call, body }) => [call, body])).toEqual([
      ['property.create', property], ['property.update', { emailAddressComment: 'old' }], ['propertyInfo.set', { website: 'w' }], ['unit.add', double],
    ])
  })

  it('sends nothing where nothing differs, in whatever spelling the service keeps it', () => {
    expect(callsOf({ property: { ...property, companyOrganisationNumber: '7', taxId: 'T1' }, units: [{ id: 101, ...double, noOfSellableUnits: 3 }] }, records())).toEqual([])
  })

  it('sends only the fields that differ, in the spelling of update', () => {
    const { steps } = plan({ property: { ...property, name: 'Grand', companyOrganisationNumber: '8' }, units: [{ id: 101, ...double, noOfSellableUnits: 4 }] }, records())
    expect(steps.map(({ call, body }) => [call, body])).toEqual([['property.update', { name: 'Grand', companyOrganizationNumber: '8' }], ['unit.update', { noOfSellableUnits: 4 }]])
  })

  it('refuses a change that no update can make, naming the field', () => {
    const attempt = (): unknown => plan({ property: { ...property, taxId: 'T2' }, units: [{ id: 101, ...double, basePriceBeforeTax: 3 }] }, records())
    expect(attempt).toThrow(Fault)
    try {
      attempt()
    } catch (error) {
      expect((error as Fault).code).toBe('INVALID_INPUT')
      expect((error as Fault).findings.map(({ field }) => field)).toEqual(['property.taxId', 'units[0].basePriceBeforeTax'])
    }
  })

  it('knows a unit by its id also under a new name, else by its names, else adds it; the rest stays', () => {
    const suite = { ...double, names: [{ text: 'Suite', languageId: 1 }] }
    const renamed = { id: 101, ...double, names: [{ text: 'Double room', languageId: 1 }] }
    expect(callsOf({ property, units: [renamed, suite] }, records())).toEqual(['unit.update 101'])
    expect(callsOf({ property, units: [{ ...suite, id: 999, basePrice: 1 }] }, records())).toEqual(['unit.update 102'])
    expect(callsOf({ property, units: [{ ...double, names: [{ text: 'Attic', languageId: 1 }] }] }, records())).toEqual(['unit.add'])
    expect(plan({ property, units: [suite] }, records()).untouched).toEqual([{ id: 101, label: 'Double' }])
  })

  it('two units of one name are two units', () => {
    const twins = records({ units: [{ id: 101, ...double }, { id: 102, ...double }] })
    expect(callsOf({ property, units: [double, double] }, twins)).toEqual([])
    expect(callsOf({ property, units: [double, double, double] }, twins)).toEqual(['unit.add'])
  })

  it('a list that is emptied is sent', () => {
    const { steps } = plan({ property: { ...property, phones: [] } }, records())
    expect(steps.map(({ body }) => body)).toEqual([{ phones: [] }])
  })

  it.each([
    ['a blank behind the name', { names: [{ text: 'Double ', languageId: 1 }], sellableUnitTypeId: 1 }, ['unit.update 101']],
    ['a name alone', { name: ' Double', sellableUnitTypeId: 1 }, []],
    ['names that are null', { names: null, name: 'Double', sellableUnitType: { id: 1 } }, []],
    ['names without languages', { names: [{ text: 'Double' }], sellableUnitTypeId: 1 }, ['unit.update 101']],
    ['no type', { name: 'Double' }, ['unit.update 101']],
    ['another type', { name: 'Double', sellableUnitTypeId: 2 }, ['unit.add']],
    ['another name', { name: 'Suite', sellableUnitTypeId: 1 }, ['unit.add']],
    ['an empty list of names', { names: [], sellableUnitTypeId: 1 }, ['unit.add']],
  ])('a unit that is shown with %s is not added twice', (_, shown, calls) => {
    expect(callsOf({ property, units: [double] }, records({ units: [{ id: 101, basePrice: 90, ...shown }] }))).toEqual(calls)
  })

  it.each([
    ['without a name', [{ id: 101, sellableUnitTypeId: 1 }]],
    ['with a name that is null', [{ id: 101, names: null, name: null }]],
    ['with one name, twice, without types', [{ id: 101, name: 'Double' }, { id: 102, name: 'Double' }]],
  ])('adds nothing where a unit is shown %s: it may be the one', (_, units) => {
    expect(() => plan({ property, units: [double] }, records({ units }))).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', findings: [expect.objectContaining({ field: 'units[0]' })] }) as Error)
  })
})
