import type { SeedData } from '../../src/sandbox/index.js'

/** One property for which every example of the contract can be answered: ids 1000001, 101 and 501 in a fresh sandbox. */
export const EXAMPLE_ESTATE: SeedData = {
  properties: [
    {
      hubSwitchId: 'HS-1',
      code: 'CON',
      name: 'Contract Hotel',
      currency: 'EUR',
      latitude: 48.85,
      longitude: 2.35,
      distributorType: 'A',
      rating: 4,
      facilities: [{ id: 1, value: 'fibre' }],
      images: [
        { url: 'https://images.example/front.jpg', isMain: true },
        { url: 'https://images.example/logo.svg', isLogo: true },
      ],
      identifiers: [{ source: 'PMS', identifier: 'P-7' }],
      reviews: [{ rating: 8.7, ratingMax: 10, reviewCount: 214 }],
      units: [{ name: 'Double room', count: 12, basePrice: 99, ratePlans: ['Flexible'], fields: { channelIds: [3] } }],
    },
  ],
}
