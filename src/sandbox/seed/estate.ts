import type { SeedData } from './data.js'

const PLANS = ['Flexible', 'Non-refundable', 'Bed and breakfast']

/** Pictures of a house, the first one its main picture, and its logo. */
const imagesOf = (site: string, pictures: number): { url: string; isMain?: boolean; isLogo?: boolean }[] => [
  ...Array.from({ length: pictures }, (_, at) => ({ url: `https://images.example/${site}/${at + 1}.jpg`, isMain: at === 0 })),
  { url: `https://images.example/${site}/logo.svg`, isLogo: true },
]

/** A small estate in real cities: five houses of the demo supplier, two of the demo operator. All names are invented. */
export const DEMO_ESTATE: SeedData = {
  properties: [
    {
      hubSwitchId: 'DEMO-LIS-1', code: 'LISALF', name: 'Casa do Miradouro', currency: 'EUR', rating: 4, propertyType: 'hotel', distributorType: 'A', timezone: 'Europe/Lisbon',
      latitude: 38.7115, longitude: -9.1303, address: { addressLine: 'Largo das Portas 3', cityName: 'Lisboa', postalCode: '1100-411', country: 'PT' }, facilityIds: [1, 2, 3],
      images: imagesOf('casa-miradouro', 5),
      identifiers: [{ source: 'PMS', identifier: 'PMS-20417' }, { source: 'REV', identifier: 'r8812045', url: 'https://reviews.example/casa-miradouro' }],
      reviews: [{ rating: 9.1, ratingMax: 10, reviewCount: 412, url: 'https://reviews.example/casa-miradouro', lastUpdate: '2026-10-10T08:00:00Z' }],
      info: { website: 'https://www.casa-miradouro.example', brandId: 2, capacity: 16, capacityType: 'rooms' },
      units: [
        { name: 'Double room', names: { pt: 'Quarto duplo', de: 'Doppelzimmer' }, count: 12, basePrice: 118, occupancy: { standard: 2, min: 1, max: 2 }, ratePlans: PLANS, fields: { channelIds: [1, 2, 3] } },
        { name: 'Family room', names: { pt: 'Quarto familiar', de: 'Familienzimmer' }, count: 4, basePrice: 176, occupancy: { standard: 4, min: 2, max: 4 }, ratePlans: PLANS, fields: { channelIds: [1, 2, 3] } },
        { name: 'Breakfast', names: { pt: 'Pequeno-almoço', de: 'Frühstück' }, type: 'meal', count: 40, basePrice: 14, fields: { channelIds: [1, 2, 3] } },
      ],
    },
    {
      hubSwitchId: 'DEMO-VIE-1', code: 'VIENEU', name: 'Hotel Lindengarten', currency: 'EUR', rating: 4, propertyType: 'hotel', distributorType: 'A', timezone: 'Europe/Vienna',
      latitude: 48.2008, longitude: 16.3498, address: { addressLine: 'Gartengasse 21', cityName: 'Wien', postalCode: '1070', country: 'AT' }, facilityIds: [1, 2, 4],
      images: imagesOf('lindengarten', 6),
      identifiers: [{ source: 'PMS', identifier: 'PMS-11873' }, { source: 'REV', identifier: 'r7702311', url: 'https://reviews.example/lindengarten' }],
      reviews: [{ rating: 8.7, ratingMax: 10, reviewCount: 958, url: 'https://reviews.example/lindengarten', lastUpdate: '2026-10-11T08:00:00Z' }, { rating: 4.4, ratingMax: 5, reviewCount: 133, url: 'https://reviews.example/lindengarten', lastUpdate: '2026-10-18T08:00:00Z' }],
      info: { website: 'https://www.lindengarten.example', brandId: 1, capacity: 34, capacityType: 'rooms' },
      units: [
        { name: 'Single room', names: { de: 'Einzelzimmer' }, count: 10, basePrice: 89, occupancy: { standard: 1, min: 1, max: 1 }, ratePlans: PLANS, fields: { channelIds: [1, 3] } },
        { name: 'Double room', names: { de: 'Doppelzimmer' }, count: 24, basePrice: 129, occupancy: { standard: 2, min: 1, max: 3 }, ratePlans: PLANS, fields: { channelIds: [1, 3] } },
        { name: 'Garage space', names: { de: 'Garagenplatz' }, type: 'extra', count: 8, basePrice: 22, fields: { channelIds: [1, 3] } },
      ],
    },
    {
      hubSwitchId: 'DEMO-TYO-1', code: 'TYOYAN', name: '谷中の宿 すみれ', currency: 'JPY', rating: 3, propertyType: 'ryokan', distributorType: 'B', timezone: 'Asia/Tokyo',
      latitude: 35.7271, longitude: 139.7668, address: { addressLine: '谷中 9-9', cityName: '東京都台東区', postalCode: '110-0001', country: 'JP' }, facilityIds: [1, 5],
      fields: { alternativeName: 'Yanaka Inn Sumire' },
      images: imagesOf('yanaka-sumire', 4),
      identifiers: [{ source: 'REV', identifier: 'r9054410', url: 'https://reviews.example/yanaka-sumire' }],
      reviews: [{ rating: 9.3, ratingMax: 10, reviewCount: 221, url: 'https://reviews.example/yanaka-sumire', lastUpdate: '2026-10-09T08:00:00Z' }],
      info: { website: 'https://www.yanaka-sumire.example', brandId: 7, capacity: 13, capacityType: 'rooms' },
      units: [
        { name: 'Tatami room', names: { ja: '和室' }, count: 8, basePrice: 18500, occupancy: { standard: 2, min: 1, max: 4 }, ratePlans: ['Flexible', 'Half board'], fields: { channelIds: [2, 4] } },
        { name: 'Twin room', names: { ja: 'ツインルーム' }, count: 5, basePrice: 16000, occupancy: { standard: 2, min: 1, max: 2 }, ratePlans: ['Flexible'], fields: { channelIds: [2, 4] } },
      ],
    },
    {
      hubSwitchId: 'DEMO-WAS-1', code: 'WASDUP', name: 'The Corcoran Arms', currency: 'USD', rating: 4, propertyType: 'hotel', distributorType: 'A', timezone: 'America/New_York',
      latitude: 38.9096, longitude: -77.0434, address: { addressLine: '1600 Example Street NW', cityName: 'Washington', postalCode: '20009', country: 'US' }, facilityIds: [1, 2, 3, 4],
      images: imagesOf('corcoran-arms', 5),
      identifiers: [{ source: 'PMS', identifier: 'PMS-77120' }, { source: 'REV', identifier: 'r6620198', url: 'https://reviews.example/corcoran-arms' }],
      reviews: [{ rating: 8.2, ratingMax: 10, reviewCount: 1740, url: 'https://reviews.example/corcoran-arms', lastUpdate: '2026-10-10T08:00:00Z' }],
      info: { website: 'https://www.corcoran-arms.example', capacity: 76, capacityType: 'rooms' },
      units: [
        { name: 'King room', count: 40, basePrice: 219, occupancy: { standard: 2, min: 1, max: 2 }, ratePlans: PLANS, fields: { channelIds: [1, 2, 3, 5] } },
        { name: 'Two queens', count: 36, basePrice: 239, occupancy: { standard: 4, min: 1, max: 4 }, ratePlans: PLANS, fields: { channelIds: [1, 2, 3, 5] } },
      ],
    },
    {
      hubSwitchId: 'DEMO-ANR-1', code: 'ANRZUI', name: 'Scheldezicht Apartments', currency: 'EUR', propertyType: 'apartment', distributorType: 'C', timezone: 'Europe/Brussels',
      latitude: 51.2107, longitude: 4.3899, address: { addressLine: 'Kaaistraat 8', cityName: 'Antwerpen', postalCode: '2000', country: 'BE' }, facilityIds: [2],
      images: imagesOf('scheldezicht', 3),
      reviews: [{ rating: 8.9, ratingMax: 10, reviewCount: 64, url: 'https://reviews.example/scheldezicht', lastUpdate: '2026-10-08T08:00:00Z' }],
      info: { website: 'https://www.scheldezicht.example', capacity: 6, capacityType: 'units' },
      units: [{ name: 'Studio', names: { nl: 'Studio', fr: 'Studio' }, count: 6, basePrice: 95, occupancy: { standard: 2, min: 1, max: 3 }, ratePlans: ['Flexible', 'Weekly'], fields: { channelIds: [3] } }],
    },
    {
      hubSwitchId: 'DEMO-LIS-2', code: 'LISBEL', name: 'Hotel Torre do Tejo', currency: 'EUR', rating: 5, propertyType: 'hotel', distributorType: 'B', timezone: 'Europe/Lisbon', partnerId: 'demo-operator',
      latitude: 38.6966, longitude: -9.2079, address: { addressLine: 'Rua da Praia 40', cityName: 'Lisboa', postalCode: '1400-038', country: 'PT' }, facilityIds: [1, 2, 3, 4, 5],
      images: imagesOf('torre-do-tejo', 8),
      identifiers: [{ source: 'PMS', identifier: 'PMS-30052' }, { source: 'REV', identifier: 'r5518830', url: 'https://reviews.example/torre-do-tejo' }],
      reviews: [{ rating: 9.4, ratingMax: 10, reviewCount: 2215, url: 'https://reviews.example/torre-do-tejo', lastUpdate: '2026-10-13T08:00:00Z' }, { rating: 4.7, ratingMax: 5, reviewCount: 390, url: 'https://reviews.example/torre-do-tejo', lastUpdate: '2026-10-20T08:00:00Z' }],
      info: { website: 'https://www.torre-do-tejo.example', brandId: 2, capacity: 69, capacityType: 'rooms' },
      units: [
        { name: 'River suite', names: { pt: 'Suite rio' }, count: 9, basePrice: 340, occupancy: { standard: 2, min: 1, max: 3 }, ratePlans: PLANS, fields: { channelIds: [1, 2, 3, 4] } },
        { name: 'Double room', names: { pt: 'Quarto duplo' }, count: 60, basePrice: 189, occupancy: { standard: 2, min: 1, max: 2 }, ratePlans: PLANS, fields: { channelIds: [1, 2, 3, 4] } },
      ],
    },
    {
      hubSwitchId: 'DEMO-VIE-2', code: 'VIEPRA', name: 'Praterhostel', currency: 'EUR', propertyType: 'hostel', timezone: 'Europe/Vienna', partnerId: 'demo-operator',
      latitude: 48.2167, longitude: 16.3958, address: { addressLine: 'Radweg 2', cityName: 'Wien', postalCode: '1020', country: 'AT' }, facilityIds: [1],
      images: imagesOf('praterhostel', 2),
      identifiers: [{ source: 'REV', identifier: 'r4471902', url: 'https://reviews.example/praterhostel' }],
      reviews: [{ rating: 7.8, ratingMax: 10, reviewCount: 873, url: 'https://reviews.example/praterhostel', lastUpdate: '2026-10-07T08:00:00Z' }],
      info: { website: 'https://www.praterhostel.example', brandId: 8, capacity: 64, capacityType: 'beds' },
      units: [{ name: 'Bed in a dormitory', names: { de: 'Bett im Schlafsaal' }, count: 64, basePrice: 31, occupancy: { standard: 1, min: 1, max: 1 }, ratePlans: ['Flexible'], fields: { channelIds: [1, 6] } }],
    },
  ],  lists: [
    { domain: 'lisboa.stays.example', name: 'Lisboa', hubSwitchIds: ['DEMO-LIS-1', 'DEMO-LIS-2'] },
    { domain: 'wien.stays.example', name: 'Wien', hubSwitchIds: ['DEMO-VIE-1', 'DEMO-VIE-2'] },
    { domain: 'tokyo.stays.example', name: '東京', hubSwitchIds: ['DEMO-TYO-1'] },
    { domain: 'washington.stays.example', name: 'Washington', hubSwitchIds: ['DEMO-WAS-1'] },
    { domain: 'antwerpen.stays.example', name: 'Antwerpen', hubSwitchIds: ['DEMO-ANR-1'] },
  ],
}
