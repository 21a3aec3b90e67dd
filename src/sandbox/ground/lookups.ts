import { FACILITY_FILTERS } from './facilities.js'

/** The sandbox's lookup lists (wire default 8). A list only ever grows at its end: ids are places in it. */

export type LookupRecord = { id: number; code: string; name: string }

type Entry = readonly [code: string, name: string]

const NAMED = {
  unitType: [
    ['room', 'Room'],
    ['meal', 'Meal'],
    ['extra', 'Extra'],
  ],
  paymentType: [
    ['per_stay', 'Per stay'],
    ['per_night', 'Per night'],
    ['per_person', 'Per person'],
    ['per_person_per_night', 'Per person per night'],
    ['per_unit', 'Per unit'],
  ],
  phoneType: [
    ['phone', 'Phone'],
    ['mobile', 'Mobile'],
    ['fax', 'Fax'],
    ['reservations', 'Reservations'],
    ['emergency', 'Emergency'],
  ],
  emailType: [
    ['general', 'General'],
    ['reservations', 'Reservations'],
    ['billing', 'Billing'],
    ['management', 'Management'],
    ['marketing', 'Marketing'],
  ],
  propertyType: [
    ['hotel', 'Hotel'],
    ['apartment', 'Apartment'],
    ['bed_and_breakfast', 'Bed and breakfast'],
    ['guest_house', 'Guest house'],
    ['hostel', 'Hostel'],
    ['resort', 'Resort'],
    ['villa', 'Villa'],
    ['holiday_home', 'Holiday home'],
    ['motel', 'Motel'],
    ['campsite', 'Campsite'],
    ['inn', 'Inn'],
    ['ryokan', 'Ryokan'],
  ],
  /** What searches filter by. */
  facility: FACILITY_FILTERS,
  brand: [
    ['lindenblatt', 'Lindenblatt Hotels'],
    ['porto_azul', 'Porto Azul Stays'],
    ['nordlys', 'Nordlys Houses'],
    ['harbourlight', 'Harbourlight Inns'],
    ['terra_quieta', 'Terra Quieta'],
    ['saffron_court', 'Saffron Court'],
    ['kumo', 'Kumo Retreats'],
    ['halfmoon', 'Halfmoon Hostels'],
  ],
  mediaType: [
    ['image', 'Image'],
    ['logo', 'Logo'],
    ['floor_plan', 'Floor plan'],
  ],
} as const satisfies Record<string, readonly Entry[]>

/** Standard codes; their English names come from the platform. */
const CODED = {
  language:
    'en de fr es it nl pt pl cs sk hu ro bg el tr ru uk sv da nb fi et lv lt sl hr sr bs mk sq is ga mt ca eu gl cy lb ar he fa ur hi bn ' +
    'ta te mr gu pa ne si th vi id ms tl km lo my ja ko zh ka hy az kk uz mn af sw am zu',
  currency:
    'EUR USD GBP CHF JPY CNY AUD CAD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH ISK ILS AED SAR QAR KWD BHD OMR JOD EGP MAD TND ZAR KES NGN ' +
    'GHS TZS UGX ETB MUR INR PKR BDT LKR NPR THB VND IDR MYR SGD PHP KHR LAK MMK KRW TWD HKD MOP NZD FJD BRL ARS CLP COP PEN UYU PYG BOB MXN ' +
    'GTQ CRC PAB DOP JMD TTD BBD BSD CUP GEL AMD AZN KZT UZS KGS MNT ALL MKD RSD BAM MDL BYN LBP IQD IRR AFN DZD LYD XOF XAF XPF SCR MVR NAD ' +
    'BWP ZMW MZN AOA RWF MGA HNL NIO BZD HTG XCD AWG KYD BMD PGK WST TOP VUV SBD BTN BND TMT TJS YER SYP SDG SOS DJF ERN GMD GNF LRD SLE CVE ' +
    'MRU STN BIF CDF KMF LSL SZL MWK ZWG SSP SRD GYD VES ANG XCG SHP FKP GIP KPW',
  country:
    'DE AT CH FR IT ES PT NL BE LU GB IE US CA AU NZ JP CN KR TW HK MO SG MY TH VN ID PH IN PK BD LK NP MV AE SA QA KW BH OM JO IL LB TR GR CY ' +
    'MT BG RO HU CZ SK PL SI HR RS BA ME MK AL XK MD UA BY RU EE LV LT FI SE NO DK IS FO GL GE AM AZ KZ UZ KG TJ TM MN EG MA TN DZ LY ZA NA BW ' +
    'ZW ZM MZ TZ KE UG RW BI ET ER DJ SO SD SS NG GH CI SN ML BF NE TD CM GA CG CD AO GQ ST CV GM GW GN SL LR TG BJ MR MG MU SC KM RE YT MX GT ' +
    'BZ HN SV NI CR PA CU DO HT JM BS BB TT LC VC GD AG DM KN AW CW SX BQ PR VI VG KY BM TC AI MS GP MQ BL MF GF GY SR BR AR CL CO PE EC BO PY ' +
    'UY VE FK FJ PG SB VU NC PF WS TO TV KI NR PW FM MH CK NU TK GU MP AS AD MC SM VA LI GI IM JE GG AX KH LA MM BN TL BT AF IR IQ SY YE PS',
} as const

/** The unit type of rooms. */
export const ROOM_TYPE_ID = 1

export type LookupName = keyof typeof NAMED | keyof typeof CODED

const isNamed = (list: LookupName): list is keyof typeof NAMED => list in NAMED

function codesOf(list: keyof typeof CODED): string[] {
  return CODED[list].split(' ')
}

function nameOf(list: keyof typeof CODED, code: string): string {
  const type = list === 'country' ? 'region' : list
  return new Intl.DisplayNames(['en'], { type }).of(code) ?? code
}

/** A whole list in the order of its ids. */
export function lookupList(list: LookupName): LookupRecord[] {
  if (isNamed(list)) return NAMED[list].map(([code, name], at) => ({ id: at + 1, code, name }))
  return codesOf(list).map((code, at) => ({ id: at + 1, code, name: nameOf(list, code) }))
}

export function lookupById(list: LookupName, id: number): LookupRecord | undefined {
  if (isNamed(list)) return lookupList(list)[id - 1]
  const code = codesOf(list)[id - 1]
  return code === undefined ? undefined : { id, code, name: nameOf(list, code) }
}

/** The id of a code. Quicker than the whole record, whose name has to be made. */
export function lookupIdOf(list: LookupName, code: string): number | undefined {
  const at = isNamed(list) ? NAMED[list].findIndex(([known]) => known === code) : codesOf(list).indexOf(code)
  return at < 0 ? undefined : at + 1
}

export function lookupByCode(list: LookupName, code: string): LookupRecord | undefined {
  const id = lookupIdOf(list, code)
  return id === undefined ? undefined : lookupById(list, id)
}
