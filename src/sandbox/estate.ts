import type { SeedData } from './seed-data.js'

const PLANS = ['Flexible', 'Non-refundable', 'Bed and breakfast']

/** A small estate in real cities: five houses of the demo supplier, two of the demo operator. All names are invented. */
export const DEMO_ESTATE: SeedData = {
  properties: [
    {
      hubSwitchId: 'DEMO-LIS-1', code: 'LISALF', name: 'Casa do Miradouro', currency: 'EUR', rating: 4, propertyType: 'hotel', distributorType: 'A', timezone: 'Europe/Lisbon',
      latitude: 38.7115, longitude: -9.1303, address: { addressLine: 'Largo das Portas 3', cityName: 'Lisboa', postalCode: '1100-411', country: 'PT' }, facilityIds: [1, 2, 3],
      units: [
        { name: 'Double room', names: { pt: 'Quarto duplo', de: 'Doppelzimmer' }, count: 12, basePrice: 118, occupancy: { standard: 2, min: 1, max: 2 }, ratePlans: PLANS },
        { name: 'Family room', names: { pt: 'Quarto familiar', de: 'Familienzimmer' }, count: 4, basePrice: 176, occupancy: { standard: 4, min: 2, max: 4 }, ratePlans: PLANS },
        { name: 'Breakfast', names: { pt: 'Pequeno-almoço', de: 'Frühstück' }, type: 'meal', count: 40, basePrice: 14 },
      ],
    },
    {
      hubSwitchId: 'DEMO-VIE-1', code: 'VIENEU', name: 'Hotel Lindengarten', currency: 'EUR', rating: 4, propertyType: 'hotel', distributorType: 'A', timezone: 'Europe/Vienna',
      latitude: 48.2008, longitude: 16.3498, address: { addressLine: 'Gartengasse 21', cityName: 'Wien', postalCode: '1070', country: 'AT' }, facilityIds: [1, 2, 4],
      units: [
        { name: 'Single room', names: { de: 'Einzelzimmer' }, count: 10, basePrice: 89, occupancy: { standard: 1, min: 1, max: 1 }, ratePlans: PLANS },
        { name: 'Double room', names: { de: 'Doppelzimmer' }, count: 24, basePrice: 129, occupancy: { standard: 2, min: 1, max: 3 }, ratePlans: PLANS },
        { name: 'Garage space', names: { de: 'Garagenplatz' }, type: 'extra', count: 8, basePrice: 22 },
      ],
    },
    {
      hubSwitchId: 'DEMO-TYO-1', code: 'TYOYAN', name: '谷中の宿 すみれ', currency: 'JPY', rating: 3, propertyType: 'ryokan', distributorType: 'B', timezone: 'Asia/Tokyo',
      latitude: 35.7271, longitude: 139.7668, address: { addressLine: '谷中 9-9', cityName: '東京都台東区', postalCode: '110-0001', country: 'JP' }, facilityIds: [1, 5],
      fields: { alternativeName: 'Yanaka Inn Sumire' },
      units: [
        { name: 'Tatami room', names: { ja: '和室' }, count: 8, basePrice: 18500, occupancy: { standard: 2, min: 1, max: 4 }, ratePlans: ['Flexible', 'Half board'] },
        { name: 'Twin room', names: { ja: 'ツインルーム' }, count: 5, basePrice: 16000, occupancy: { standard: 2, min: 1, max: 2 }, ratePlans: ['Flexible'] },
      ],
    },
    {
      hubSwitchId: 'DEMO-WAS-1', code: 'WASDUP', name: 'The Corcoran Arms', currency: 'USD', rating: 4, propertyType: 'hotel', distributorType: 'A', timezone: 'America/New_York',
      latitude: 38.9096, longitude: -77.0434, address: { addressLine: '1600 Example Street NW', cityName: 'Washington', postalCode: '20009', country: 'US' }, facilityIds: [1, 2, 3, 4],
      units: [
        { name: 'King room', count: 40, basePrice: 219, occupancy: { standard: 2, min: 1, max: 2 }, ratePlans: PLANS },
        { name: 'Two queens', count: 36, basePrice: 239, occupancy: { standard: 4, min: 1, max: 4 }, ratePlans: PLANS },
      ],
    },
    {
      hubSwitchId: 'DEMO-ANR-1', code: 'ANRZUI', name: 'Scheldezicht Apartments', currency: 'EUR', propertyType: 'apartment', distributorType: 'C', timezone: 'Europe/Brussels',
      latitude: 51.2107, longitude: 4.3899, address: { addressLine: 'Kaaistraat 8', cityName: 'Antwerpen', postalCode: '2000', country: 'BE' }, facilityIds: [2],
      units: [{ name: 'Studio', names: { nl: 'Studio', fr: 'Studio' }, count: 6, basePrice: 95, occupancy: { standard: 2, min: 1, max: 3 }, ratePlans: ['Flexible', 'Weekly'] }],
    },
    {
      hubSwitchId: 'DEMO-LIS-2', code: 'LISBEL', name: 'Hotel Torre do Tejo', currency: 'EUR', rating: 5, propertyType: 'hotel', distributorType: 'B', timezone: 'Europe/Lisbon', partnerId: 'demo-operator',
      latitude: 38.6966, longitude: -9.2079, address: { addressLine: 'Rua da Praia 40', cityName: 'Lisboa', postalCode: '1400-038', country: 'PT' }, facilityIds: [1, 2, 3, 4, 5],
      units: [
        { name: 'River suite', names: { pt: 'Suite rio' }, count: 9, basePrice: 340, occupancy: { standard: 2, min: 1, max: 3 }, ratePlans: PLANS },
        { name: 'Double room', names: { pt: 'Quarto duplo' }, count: 60, basePrice: 189, occupancy: { standard: 2, min: 1, max: 2 }, ratePlans: PLANS },
      ],
    },
    {
      hubSwitchId: 'DEMO-VIE-2', code: 'VIEPRA', name: 'Praterhostel', currency: 'EUR', propertyType: 'hostel', timezone: 'Europe/Vienna', partnerId: 'demo-operator',
      latitude: 48.2167, longitude: 16.3958, address: { addressLine: 'Radweg 2', cityName: 'Wien', postalCode: '1020', country: 'AT' }, facilityIds: [1],
      units: [{ name: 'Bed in a dormitory', names: { de: 'Bett im Schlafsaal' }, count: 64, basePrice: 31, occupancy: { standard: 1, min: 1, max: 1 }, ratePlans: ['Flexible'] }],
    },
  ],
}
