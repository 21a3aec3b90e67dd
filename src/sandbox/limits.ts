/** What this sandbox does not simulate, in short sentences for a person. */
export const SANDBOX_LIMITS: string[] = [
  'It serves the endpoints in its /openapi.json and no others.',
  'It speaks HTTP on this machine only, without TLS and without rate limits.',
  'Its accounts are the demo supplier and the demo operator; their secrets are public.',
  'Filter counts take no stay dates; a search with stay dates finds only what sells something for them.',
  'Ratings, distributor types, facilities, pictures, reviews, identifiers and lists come from seeds; no endpoint changes them.',
  'The list of stays.example holds every property. A domain without a list of its own answers that of the nearest domain above it.',
  'States have ids and no names.',
  'A search without a radius answers every property the account may read, nearest first.',
  'It knows one distributor (demo-distributor, code DEMO) and one promotion code (SANDBOX10, ten per cent off).',
  'How many units of a kind a rate plan takes is stored and limits nothing.',
  'It stores a price in whatever currency it is given and converts nothing.',
  'Availability above the number of sellable units is accepted.',
  'One range of nights holds at most ten years.',
  'Nothing is sent to channels, websites, e-mail addresses or calendars outside; notifications go to the one PMS address that you set.',
]
