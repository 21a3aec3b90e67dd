import { describe, expect, it } from 'vitest'
import { facetRows } from '../../src/cli/property/facets.js'
import { guestCounts } from '../../src/cli/flags/guests.js'
import { localizedTexts } from '../../src/cli/flags/localized.js'
import { cellText } from '../../src/cli/show/print.js'
import { fieldsFromFlags, schemaFlags } from '../../src/cli/flags/schema-flags.js'
import { sortRequests } from '../../src/cli/flags/sort-requests.js'
import { stayDates } from '../../src/cli/flags/stay-flags.js'
import { contract } from '../../src/contract/map/map.js'
import { Fault } from '../../src/errors.js'

describe('values of flags', () => {
  it('--sort sends order and priority', () => {
    expect(sortRequests('rating:desc, price')).toEqual([
      { field: 'rating', order: 'DESC', priority: 1 },
      { field: 'price', order: 'ASC', priority: 2 },
    ])
    expect(() => sortRequests('rating:down')).toThrow(Fault)
    expect(() => sortRequests('')).toThrow(Fault)
  })

  it('--adults and --children are guests by age', () => {
    expect(guestCounts(undefined, undefined)).toBeUndefined()
    expect(guestCounts(2, '8,5, 8')).toEqual({
      adults: 2,
      children: [
        { age: 5, count: 1 },
        { age: 8, count: 2 },
      ],
    })
    expect(guestCounts(3, undefined)).toEqual({ adults: 3 })
    expect(() => guestCounts(1, '18')).toThrow(Fault)
    expect(() => guestCounts(1, 'five')).toThrow(Fault)
  })

  it('a stay ends by day or by nights', () => {
    expect(stayDates({ 'check-in': '2027-02-27', nights: 3 })).toEqual({
      checkInDate: '2027-02-27',
      checkOutDate: '2027-03-02',
    })
    expect(stayDates({ 'check-in': '2027-02-27', 'check-out': '2027-02-28' })).toEqual({
      checkInDate: '2027-02-27',
      checkOutDate: '2027-02-28',
    })
    expect(() => stayDates({ 'check-in': '2027-02-27' })).toThrow(/end of the stay/)
    expect(() => stayDates({ 'check-in': '2027-02-30', nights: 1 })).toThrow(/2027-02-30/)
    expect(() => stayDates({ 'check-in': '2027-02-27', 'check-out': '2027-02-27' })).toThrow(/not after/)
  })

  it('--name takes the language as id, code or name', () => {
    expect(localizedTexts(['de:Zimmer: groß', '1:Room'])).toEqual([
      { languageId: 'de', text: 'Zimmer: groß' },
      { languageId: '1', text: 'Room' },
    ])
    expect(() => localizedTexts(['Room'])).toThrow(Fault)
  })

  it('a flag of a lookup takes a name, another number flag does not', () => {
    const { body } = contract.property.search
    expect(schemaFlags(body)['hotel-facilities-filtered']?.aliases).toEqual(['facilities'])
    expect(fieldsFromFlags(body, { 'hotel-facilities-filtered': 'pool,3', 'property-type-ids': 'hotel' })).toEqual({
      hotelFacilitiesFiltered: ['pool', 3],
      propertyTypeIds: ['hotel'],
    })
    for (const radius of ['far', '1e3', '0x10', '010', ' 10', '1,5', '+10', ''])
      expect(() => fieldsFromFlags(body, { radius })).toThrow(Fault)
    for (const ids of ['1,,2', '1,', ',1', '01', '1;2', '1e3'])
      expect(() => fieldsFromFlags(contract.unit.add.body, { 'channel-ids': ids })).toThrow(Fault)
    expect(
      fieldsFromFlags(contract.unit.add.body, { 'channel-ids': '1, 2', 'room-type': '0815', 'base-price': '118.50' }),
    ).toEqual({ channelIds: [1, 2], roomType: '0815', basePrice: 118.5 })
  })

  it('facets are rows, with the name of an id', async () => {
    const names = async () => new Map([[3, 'Pool']])
    expect(await facetRows({ 'ratings.4': 2, 'hotelFacilitiesFiltered.3': 1, Parking: 7 }, names)).toEqual([
      { filter: 'ratings', value: '4', name: '', count: 2 },
      { filter: 'hotelFacilitiesFiltered', value: '3', name: 'Pool', count: 1 },
      { filter: 'Parking', value: '', name: '', count: 7 },
    ])
  })

  it('a cell tells an inner object by what names it, else field by field', () => {
    expect(
      cellText([
        { phoneTypeId: 1, phoneNumber: '+49 40', name: 'Desk' },
        { email: 'a@b.example', status: 'ok' },
      ]),
    ).toBe('+49 40, a@b.example')
    expect(
      cellText({
        addressType: 'GEOCODE',
        addressLine: 'Mlýnská 91',
        postalCode: '11000',
        cityName: 'Praha',
        country: { id: 51, name: 'Czechia' },
      }),
    ).toBe('Mlýnská 91, 11000 Praha, Czechia')
    expect(cellText({ street1: 'Strandweg 1', street2: null, city: 'Hamburg' })).toBe(
      'street1: Strandweg 1; city: Hamburg',
    )
    expect(
      cellText([
        { id: 1, name: 'A' },
        { latitude: 1, longitude: 2 },
      ]),
    ).toBe('A, 1, 2')
  })
})
