import { ownTable } from '../../foreign-text.js'
import { customerOf, personName } from '../read/index.js'
import { childOf, childrenOf, descend, inOneLine, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import { isYes } from './charges.js'
import type {
  CommissionAmount,
  CommissionFacts,
  ContactFacts,
  LoyaltyFacts,
  MessageFacts,
  NameFacts,
  PenaltyFacts,
  ReservationFacts,
  RoomNumberFacts,
} from './facts.js'
import { amountIn, isTax, sharesIn } from './money.js'
import { offsetWords, optional, told, value } from './value.js'

const LISTED_MAX = 100

/** OpenTravel list RMA. */
const ACCESSIBLE_ROOM = '161'

/** What the rooms and the hotel must have for a guest with a disability, and what is said of that guest. */
export function accessOf(reservation: XmlNode): string[] {
  const found = [...walkNodes(reservation)].flatMap((node): string[] => {
    if (node.name === 'Amenity' && valueOf(node, 'RoomAmenity') === ACCESSIBLE_ROOM) return ['accessible room']
    if (isYes(valueOf(node, 'AccessibleIndicator'))) return ['accessible room']
    const code = value(node, 'AccessibilityCode')
    if (code !== undefined) return [`accessibility code ${code}`]
    return node.name === 'PhysChallName' && valueOf(node, 'PhysChallInd') !== 'false'
      ? [node.text.trim().slice(0, 200) || 'guest with a disability']
      : []
  })
  return [...new Set(found)].slice(0, LISTED_MAX)
}

/** What a cancellation costs, wherever in a reservation its terms stand. */
export const penaltiesOf = (reservation: XmlNode): PenaltyFacts[] =>
  [...walkNodes(reservation)]
    .filter(({ name }) => name === 'CancelPenalty')
    .slice(0, LISTED_MAX)
    .flatMap((node) => {
      const basis = value(childOf(node, 'AmountPercent'), 'BasisType')
      const deadlines = childrenOf(node, 'Deadline').flatMap(
        (deadline) => value(deadline, 'AbsoluteDeadline') ?? offsetWords(deadline) ?? [],
      )
      const shares = sharesIn(node)
      const texts = [...walkNodes(node)].filter(({ name }) => name === 'Text' || name === 'PenaltyDescription')
      return (shares.length === 0 ? [{}] : shares).map((share) => ({
        line: node.place.line,
        ...share,
        ...optional('basis', basis),
        ...optional('deadline', deadlines.slice(0, LISTED_MAX).join(' and ') || undefined),
        ...(isYes(valueOf(node, 'NonRefundable')) ? { isNonRefundable: true as const } : {}),
        ...optional(
          'text',
          texts.map(({ text }) => told(inOneLine(text))).find((text) => text !== undefined),
        ),
      }))
    })

/** Memberships of the booking and of its guests. */
export const loyaltyOf = (reservation: XmlNode): LoyaltyFacts[] =>
  [...walkNodes(reservation)]
    .filter(({ name }) => name === 'CustLoyalty' || name === 'Membership')
    .slice(0, LISTED_MAX)
    .map((node) => ({
      line: node.place.line,
      ...optional('program', value(node, 'ProgramID') ?? value(node, 'ProgramCode') ?? value(node, 'VendorCode')),
      ...optional('id', value(node, 'MembershipID') ?? value(node, 'AccountID')),
      ...optional('level', value(node, 'LoyalLevel') ?? value(node, 'BonusCode')),
      ...optional('guest', holderOf(node)),
    }))

function holderOf(node: XmlNode): string | undefined {
  let at = node.parent
  while (at !== undefined && at.name !== 'Customer') at = at.parent
  return told(personName(at))
}

/** Numbers of rooms, by RoomID; one that stands at the room and at its rate is told once. */
export function roomNumbersOf(reservation: XmlNode): RoomNumberFacts[] {
  const found = new Map<string, RoomNumberFacts>()
  for (const node of walkNodes(reservation)) {
    const number = node.name === 'RoomType' || node.name === 'RoomRate' ? value(node, 'RoomID') : undefined
    const room =
      value(node, 'RoomTypeCode') ?? value(descend(node.parent?.parent, 'RoomTypes', 'RoomType'), 'RoomTypeCode')
    const key = JSON.stringify([room, number])
    if (number !== undefined && found.size < LISTED_MAX && !found.has(key))
      found.set(key, { line: node.place.line, number, ...optional('room', room) })
  }
  return [...found.values()]
}

/** OpenTravel list PTT, where it is no common telephone. */
const PHONES = ownTable<string>({ '3': 'fax', '4': 'pager', '5': 'mobile' })

/** How a customer or a company is reached. */
export function contactOf(holder: XmlNode | undefined): ContactFacts {
  const emails = childrenOf(holder, 'Email').flatMap(({ text }) => told(text) ?? [])
  const nodes = [...childrenOf(holder, 'Telephone'), ...childrenOf(holder, 'TelephoneInfo')]
  const phones = nodes.flatMap((node) => {
    const number = phoneIn(node)
    const kind = PHONES[value(node, 'PhoneTechType') ?? '']
    return number === undefined ? [] : [kind === undefined ? number : `${number} (${kind})`]
  })
  const [first] = nodes.flatMap((node) => phoneIn(node) ?? [])
  const addresses = [...childrenOf(holder, 'Address'), ...childrenOf(holder, 'AddressInfo')].flatMap(
    (node) => addressIn(node) ?? [],
  )
  return {
    ...optional('email', emails[0]),
    ...optional('phone', first),
    ...(emails.length > 1 ? { emails: emails.slice(0, LISTED_MAX) } : {}),
    ...(phones.length > 1 ? { phones: phones.slice(0, LISTED_MAX) } : {}),
    ...(addresses.length === 0 ? {} : { address: [...new Set(addresses)].slice(0, LISTED_MAX).join(' / ') }),
  }
}

/** `49 30 123 ext. 4`: the parts of a number, as they stand. */
function phoneIn(node: XmlNode): string | undefined {
  const number = value(node, 'PhoneNumber')
  if (number === undefined) return undefined
  const extension = value(node, 'Extension')
  const parts = [value(node, 'CountryAccessCode'), value(node, 'AreaCityCode'), number]
  return [...parts, extension === undefined ? undefined : `ext. ${extension}`]
    .filter((part) => part !== undefined)
    .join(' ')
}

/** `Am Markt 5, 50667 Köln, Deutschland`. */
function addressIn(node: XmlNode): string | undefined {
  const text = (one: XmlNode | undefined): string | undefined => told(inOneLine(one?.text ?? ''))
  const of = (name: string): string | undefined => text(childOf(node, name))
  const [state, country] = [childOf(node, 'StateProv'), childOf(node, 'CountryName')]
  const street = [of('StreetNmbr'), ...childrenOf(node, 'AddressLine').map(text)]
  const city = [of('PostalCode'), of('CityName')].filter((part) => part !== undefined).join(' ')
  const parts = [
    ...street,
    city === '' ? undefined : city,
    text(state) ?? value(state, 'StateCode'),
    text(country) ?? value(country, 'Code'),
  ]
  return parts.filter((part) => part !== undefined).join(', ') || undefined
}

/** Companies of the booking that are not the booker. */
export const companiesOf = (info: XmlNode | undefined, booker: string | undefined): ReservationFacts['companies'] =>
  childrenOf(childOf(info, 'Profiles'), 'ProfileInfo')
    .flatMap((one) => childrenOf(one, 'Profile'))
    .flatMap((one) => childrenOf(one, 'CompanyInfo'))
    .flatMap((one) => {
      const name = told(inOneLine(childOf(one, 'CompanyName')?.text ?? ''))
      return name === undefined || name === booker ? [] : [{ name, ...contactOf(one) }]
    })
    .slice(0, LISTED_MAX)

/** How rooms and plans are called that have a code as well. */
export function namesOf(reservation: XmlNode): NameFacts[] {
  const found = new Map<string, NameFacts>()
  for (const node of walkNodes(reservation)) {
    const kind = node.name === 'RoomType' ? 'room' : node.name === 'RatePlan' ? 'plan' : undefined
    const code = kind && value(node, `${node.name}Code`)
    if (kind === undefined || code === undefined) continue
    const description = childOf(node, kind === 'room' ? 'RoomDescription' : 'RatePlanDescription')
    const name =
      value(node, `${node.name}Name`) ??
      value(node, node.name) ??
      value(description, 'Name') ??
      told(inOneLine(childOf(description, 'Text')?.text ?? ''))
    const key = JSON.stringify([kind, code, name])
    if (name !== undefined && name !== code && found.size < LISTED_MAX) found.set(key, { kind, code, name })
  }
  return [...found.values()]
}

/** Codes of promotions, wherever they stand. */
export const promotionsOf = (reservation: XmlNode): string[] =>
  [...new Set([...walkNodes(reservation)].flatMap((node) => value(node, 'PromotionCode') ?? []))].slice(0, LISTED_MAX)

/** What is kept of the price, wherever it stands. */
export const commissionsOf = (reservation: XmlNode): CommissionFacts[] =>
  [...walkNodes(reservation)]
    .filter(({ name }) => name === 'Commission')
    .slice(0, LISTED_MAX)
    .map((node) => {
      const all = commissionAmounts(node)
      const amounts = all.flatMap(({ kind, ...one }) => (kind === 'base' ? [] : [{ kind, ...one }]))
      const base = all.find(({ kind }) => kind === 'base')
      const holders = [...walkNodes(node)].filter((one) => !isTax(one))
      return {
        line: node.place.line,
        ...optional('status', value(node, 'StatusType')),
        ...optional(
          'percent',
          holders.map((one) => value(one, 'Percent')).find((percent) => percent !== undefined),
        ),
        ...(base === undefined ? {} : { base: { amount: base.amount, ...optional('currency', base.currency) } }),
        ...optional('amount', amounts[0]?.amount),
        ...optional('currency', amounts[0]?.currency ?? value(node, 'CurrencyCode')),
        amounts,
        ...optional('plan', value(node.parent, 'RatePlanCode')),
      }
    })

type CommissionPart = Omit<CommissionAmount, 'kind'> & { kind: CommissionAmount['kind'] | 'base' }

const COMMISSIONS = ownTable<CommissionPart['kind']>({
  CommissionableAmount: 'base',
  CommissionPayableAmount: 'payable',
  FlatCommission: 'flat',
  PrepaidAmount: 'prepaid',
})

const commissionAmounts = (node: XmlNode): CommissionPart[] =>
  [...walkNodes(node)]
    .filter((one) => !isTax(one))
    .flatMap((one): CommissionPart[] => {
      const amount = amountIn(one, 'Amount')
      const currency = value(one, 'CurrencyCode') ?? value(node, 'CurrencyCode')
      return amount === undefined
        ? []
        : [{ kind: COMMISSIONS[one.name] ?? 'other', amount, ...optional('currency', currency) }]
    })
    .slice(0, LISTED_MAX)

/** Who pays what: the description, or else the code; for which days and guests, where that is told. */
export const billingOf = (reservation: XmlNode): string[] =>
  [...walkNodes(reservation)]
    .filter(({ name }) => name === 'BillingInstructionCode')
    .flatMap((node) => {
      const code = value(node, 'BillingCode')
      const what = value(node, 'Description') ?? (code === undefined ? undefined : `code ${code}`)
      return what === undefined
        ? []
        : [what, daysOfBilling(node), guestsOfBilling(node, reservation), authorizationOf(node)].join('')
    })
    .slice(0, LISTED_MAX)

function daysOfBilling(node: XmlNode): string {
  const [start, end] = [value(node, 'Start'), value(node, 'End')]
  return `${start === undefined ? '' : ` from ${start}`}${end === undefined ? '' : ` to ${end}`}`
}

function guestsOfBilling(node: XmlNode, reservation: XmlNode): string {
  // Versions of the schema call the element in the one or the other way.
  const rphs = [...walkNodes(node)]
    .filter(({ name }) => /^ResGuestRPHs?$/.test(name))
    .flatMap((one) => value(one, 'RPH') ?? [])
  if (rphs.length === 0) return ''
  const guests = childrenOf(childOf(reservation, 'ResGuests'), 'ResGuest')
  const names = rphs.map((rph) => {
    const alike = guests.filter((guest) => value(guest, 'ResGuestRPH') === rph)
    const name = alike.length === 1 ? personName(customerOf(alike[0])) : undefined
    return name === undefined || name === '' ? `guest ${rph}` : name
  })
  return `, for ${[...new Set(names)].join(', ')}`
}

function authorizationOf(node: XmlNode): string {
  const code = value(node, 'AuthorizationCode')
  return code === undefined ? '' : `, authorization ${code}`
}

/** Who sends a message, and through which channels the booking came. */
export function senderOf(notification: XmlNode | undefined): Pick<MessageFacts, 'requestor' | 'currency' | 'channels'> {
  const sources = childrenOf(childOf(notification, 'POS'), 'Source')
  const [requestor] = sources.flatMap((source) => childOf(source, 'RequestorID') ?? [])
  const companyIn = (node: XmlNode | undefined): string | undefined => {
    const company = childOf(node, 'CompanyName')
    return told(inOneLine(company?.text ?? '')) ?? value(company, 'CompanyShortName')
  }
  const channels = sources
    .flatMap((source) => childrenOf(source, 'BookingChannel'))
    .slice(0, LISTED_MAX)
    .map((node) => ({
      ...optional('type', value(node, 'Type')),
      ...optional('company', companyIn(node)),
      ...optional('code', value(childOf(node, 'CompanyName'), 'Code')),
    }))
  const currency = optional(
    'currency',
    sources.map((source) => value(source, 'ISOCurrency')).find((one) => one !== undefined),
  )
  if (requestor === undefined) return { ...currency, channels }
  const [id, type, company] = [value(requestor, 'ID'), value(requestor, 'Type'), companyIn(requestor)]
  return {
    ...currency,
    channels,
    requestor: { ...optional('id', id), ...optional('type', type), ...optional('company', company) },
  }
}
