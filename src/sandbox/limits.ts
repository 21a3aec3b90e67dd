/** What this sandbox does not simulate, in short sentences for a person. */
export const SANDBOX_LIMITS: string[] = [
  'It serves the endpoints in its /openapi.json and no others.',
  'It speaks HTTP on this machine only, without TLS and without rate limits.',
  'Its accounts are the demo supplier and the demo operator; their secrets are public.',
  'Search takes stay dates but does not filter by what is free.',
  'A search without a radius answers every property the account may read, nearest first.',
  'It stores a price in whatever currency it is given and converts nothing.',
  'Availability above the number of sellable units is accepted.',
  'One range of nights holds at most ten years.',
  'Nothing is sent to channels, websites, e-mail addresses or calendars outside.',
]
