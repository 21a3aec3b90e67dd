import { isDecimal, parseDecimal } from '../../build/index.js'
import { dayNumber, isEmptyDate, TIME_UNITS } from '../../read/index.js'
import { isMoment } from '../message/index.js'

/** How well a value fits its kind: some readers take what is `loose`, none what is `wrong`. */
export type Fit = 'right' | 'loose' | 'wrong'

export interface Kind {
  fitOf: (text: string) => Fit
  /** What would be right. */
  expected: string
}

const fit = (isRight: boolean, isLoose: boolean): Fit => (isRight ? 'right' : isLoose ? 'loose' : 'wrong')

/** Ends of a date and of a time. */
const ZONE = /(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/
const TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,20})?|24:00:00(?:\.0{1,20})?)$/
const SHORT_TIME = /^(?:[01]?\d|2[0-4]):[0-5]\d$/

const isTime = (text: string): boolean => TIME.test(text.replace(ZONE, ''))
const isShortTime = (text: string): boolean => SHORT_TIME.test(text.replace(ZONE, ''))
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text.replace(ZONE, '')) && isReadable(text)
/** A day of the calendar, whatever stands behind it. */
const isReadable = (text: string): boolean => dayNumber(text.slice(0, 10)) !== undefined
/** A day with a time that lacks its seconds, or with a blank for the T. */
const isShortMoment = (text: string): boolean =>
  isReadable(text) && /^[T ]/.test(text.slice(10)) && (isTime(text.slice(11)) || isShortTime(text.slice(11)))

const isOfHundred = (value: number): boolean => value >= 0 && value <= 100

const DAY = 'a day, such as 2027-01-05'
const TIME_OF_DAY = 'a time, such as 18:00:00'

const KINDS = {
  boolean: {
    fitOf: (text) => fit(/^(?:true|false|1|0)$/.test(text), /^(?:true|false)$/i.test(text)),
    expected: 'true or false',
  },
  whole: {
    fitOf: (text) => fit(/^\+?\d{1,30}$|^-0{1,30}$/.test(text), /^\d{1,30}\.0{1,30}$/.test(text)),
    expected: 'a whole number, 0 or more',
  },
  positive: {
    fitOf: (text) => fit(/^\+?0{0,30}[1-9]\d{0,30}$/.test(text), /^0{0,30}[1-9]\d{0,30}\.0{1,30}$/.test(text)),
    expected: 'a whole number, 1 or more',
  },
  integer: {
    fitOf: (text) => fit(/^[+-]?\d{1,30}$/.test(text), /^[+-]?\d{1,30}\.0{1,30}$/.test(text)),
    expected: 'a whole number',
  },
  percent: {
    fitOf: (text) => fit(isDecimal(text) && isOfHundred(Number(text)), isDecimal(text)),
    expected: 'a number from 0 to 100, such as 10 or 7.5',
  },
  amount: {
    fitOf: (text) => fit(parseDecimal(text) !== undefined, false),
    expected: 'a number with a decimal point, such as 180.50',
  },
  day: {
    fitOf: (text) => fit(isDay(text), isReadable(text) && (isMoment(text) || isShortMoment(text))),
    expected: DAY,
  },
  moment: {
    fitOf: (text) => fit(isMoment(text), isDay(text) || isShortMoment(text)),
    expected: 'a day and a time, such as 2027-01-05T18:00:00',
  },
  time: {
    fitOf: (text) => fit(isTime(text), isShortTime(text) || isMoment(text)),
    expected: TIME_OF_DAY,
  },
  dayOrTime: {
    fitOf: (text) => fit(isDay(text) || isTime(text) || isMoment(text), isShortTime(text) || isShortMoment(text)),
    expected: `${DAY}, or a day and a time, such as 2027-01-05T18:00:00`,
  },
  id: { fitOf: () => 'right', expected: 'the id, or no such attribute' },
} as const satisfies Record<string, Kind>

type KindName = keyof typeof KINDS

/** Attributes that have one kind wherever the schemas have them. */
const NAMES: Readonly<Record<KindName, string>> = {
  boolean:
    'AdditionalFeesExcludedIndicator AlternateCurrencyInd ArrivalDateBased Breakfast CancelPolicyIndicator ConfirmInd DefaultInd Dinner ExpireDateExclusiveIndicator ' +
    'FeesInclusive ForGuest Formatted FormattedInd Fri GuaranteeIndicator GuaranteedInd GuestViewable Included Inclusive InternationalIndicator IsAlternate IsPerRoom ' +
    'IsRoom Lunch MandatoryIndicator MealPlanIndicator Mon NonRefundable NonRefundableIndicator NonSmoking PassiveIndicator PrepaidIndicator PriceGuaranteed PriceViewable ' +
    'PriceViewableInd Primary PrimaryIndicator PrimaryLoyaltyIndicator QualifiedRateYN RateOverrideIndicator RequestedIndicator RestrictedDisplayIndicator ' +
    'RetransmissionIndicator RoomNumberLockedIndicator RoomStayReservation Sat ServiceFeeInclusive ServiceOverrideIndicator SignatureOnFileIndicator SmokingAllowed Sun ' +
    'TaxableIndicator TaxInclusive TaxInclusiveIndicator Thur Tue VIP_Indicator ViewOnly WalkInIndicator Weds',
  whole:
    'Age ChargeFrequencyExempt ChargeUnitExempt Count DecimalPlaces MaxAdditionalGuests MaxAge MaxChargeFrequencyApplies MaxChargeUnitApplies ' +
    'MaxCommissionUnitApplies MaxGuestApplicable MaxLOS MaxOccupancy MaxTotalOccupancy MinAge MinGuestApplicable MinLOS MinOccupancy NmbrOfNights ' +
    'NumberInParty OffsetUnitMultiplier Quantity',
  positive: 'UnitMultiplier',
  integer: 'AvailableQuantity NumberOfUnits',
  percent: 'Percent',
  amount: 'Amount AmountAfterTax AmountBeforeTax CapAmount',
  day: 'ActionDate BirthDate OriginalIssueDate PurgeDate SignupDate EffectiveDate ExpireDate',
  moment: 'ActionDateTime CancellationDate CreateDateTime LastModifyDateTime ResID_Date',
  time: 'ArrivalTime CheckInTime CheckOutTime DepartureTime HoldTime',
  dayOrTime: 'AbsoluteCutoff AbsoluteDeadline EarliestDate LatestDate Start End',
  id: 'AccountID MembershipID ProgramID RoomID ServiceInventoryCode',
}

const GUARANTEES = ['GuaranteeRequired', 'None', 'CC/DC/Voucher', 'Profile', 'Deposit', 'PrePay']
const PRICINGS = ['Per stay', 'Per person', 'Per night', 'Per person per night', 'Per use']

/** Words of which one stands in an attribute, by its element. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    'OTA_HotelResNotifRQ Target': ['Production', 'Test'],
    'Tax Type': ['Inclusive', 'Exclusive', 'Cumulative'],
    'Fee Type': ['Inclusive', 'Exclusive', 'Cumulative'],
    'ResGuest VIP': ['true', 'false', '1', '0'],
    'Guarantee GuaranteeType': GUARANTEES,
    'GuaranteePayment GuaranteeType': GUARANTEES,
    'Guarantee RetributionType': ['ResAutoCancelled', 'ResNotGuaranteed'],
    'GuaranteePayment RetributionType': ['ResAutoCancelled', 'ResNotGuaranteed'],
    'Deadline OffsetTimeUnit': TIME_UNITS,
    'Deadline OffsetDropTime': ['BeforeArrival', 'AfterBooking', 'AfterConfirmation'],
    'AmountPercent BasisType': ['FullStay', 'Nights', 'FirstLast'],
    'Rate RoomPricingType': PRICINGS,
    'Service ServicePricingType': PRICINGS,
    'Customer Gender': ['Male', 'Female', 'Unknown'],
  }),
)

/** Words that later releases of the schema have as well: right, and named to nobody. */
const LATER: ReadonlySet<string> = new Set([
  ...[
    'DepositRequired',
    'DepositNotRequired',
    'GuaranteesAccepted',
    'GuaranteesNotRequired',
    'NoDepositsAccepted',
    'NoGuaranteesAccepted',
    'PrepayRequired',
    'PrepayNotRequired',
  ].flatMap((word) => [`Guarantee GuaranteeType ${word}`, `GuaranteePayment GuaranteeType ${word}`]),
  'Deadline OffsetDropTime AfterArrival',
  'Customer Gender Male_NoShare',
  'Customer Gender Female_NoShare',
])
const NUMERAL = /^\d$/

function judgeWord(words: readonly string[], text: string): Judged {
  const shown = words.filter((word) => !NUMERAL.test(word))
  const expected = `${shown.slice(0, -1).join(', ')} or ${shown.at(-1) ?? ''}`
  const isSpelled = words.some((word) => word.toLowerCase() === text.toLowerCase())
  return { fit: words.includes(text) ? 'right' : 'loose', kind: isSpelled ? 'spelling' : 'word', expected }
}

const KIND_OF: ReadonlyMap<string, KindName> = new Map(
  (Object.entries(NAMES) as [KindName, string][]).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind] as const),
  ),
)

/** Whether an attribute says yes or no, which the schemas write as true and false or as 1 and 0. */
export const isYesOrNo = (name: string): boolean =>
  KIND_OF.get(name) === 'boolean' || /Ind(?:icator)?$/.test(name.slice(-9))

/** Ends of a span, with a time or without: these have rules of their own where they make nights. */
const ANY_LENGTH: ReadonlySet<string> = new Set(['EffectiveDate', 'ExpireDate', 'Start', 'End'])
const MONTH_DAY = /^--\d\d-\d\d$/
const READ_MAX = 80
const isDated = (kind: KindName): boolean => kind === 'day' || kind === 'moment' || kind === 'dayOrTime'

interface Judged {
  fit: Fit
  /** `spelling` of a word that is known, and written otherwise; `timed` of a day with a time of the day. */
  kind: KindName | 'word' | 'spelling' | 'timed'
  expected: string
}

/** What a value is, as far as its element and attribute tell; undefined where anything may stand there. */
export function judgeValue(element: string, name: string, text: string): Judged | undefined {
  const words = WORDS.get(`${element} ${name}`)
  if (words !== undefined && !LATER.has(`${element} ${name} ${text}`)) return judgeWord(words, text)
  const kind = KIND_OF.get(name)
  if (kind === undefined) return undefined
  const { fitOf, expected } = KINDS[kind]
  // What is left empty is read as left out, or refused; programs write year 1 where they have no date.
  const isLeftOpen = text === '' || (isDated(kind) && isEmptyDate(text))
  const isDay = ANY_LENGTH.has(name) && dayNumber(text) !== undefined
  if (isDay && kind === 'day' && text.includes('T')) return { fit: 'loose', kind: 'timed', expected }
  const isRead = isDay || (ANY_LENGTH.has(name) && MONTH_DAY.test(text))
  const own = isRead ? 'right' : isLeftOpen ? 'loose' : fitOf(text.slice(0, READ_MAX))
  return { fit: own, kind, expected }
}
