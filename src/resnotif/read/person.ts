import { ownTable } from '../../foreign-text.js'
import { childOf, childrenOf, inOneLine, valueOf, wholeNumber, withoutBlanks, type XmlNode } from '../xml/index.js'

/** The customer of a guest or a reservation: the first profile with a person's name, since that of an agency may stand before it. */
export function customerOf(holder: XmlNode | undefined): XmlNode | undefined {
  const customers = childrenOf(childOf(holder, 'Profiles'), 'ProfileInfo')
    .flatMap((info) => childrenOf(info, 'Profile'))
    .flatMap((profile) => childrenOf(profile, 'Customer'))
  return customers.find((one) => personName(one) !== '') ?? customers[0]
}

/** Given name and surname as the message has them. */
export function personName(customer: XmlNode | undefined): string {
  const name = childOf(customer, 'PersonName')
  return ['GivenName', 'SurnamePrefix', 'Surname']
    .map((part) => inOneLine(childOf(name, part)?.text ?? ''))
    .filter((part) => part !== '')
    .join(' ')
}

/** The parts of a person's name, each where it stands there. */
export interface NameParts {
  prefix?: string
  given?: string
  middle?: string
  surname?: string
  suffix?: string
  title?: string
}

const PARTS = [
  ['prefix', ['NamePrefix']],
  ['given', ['GivenName']],
  ['middle', ['MiddleName']],
  ['surname', ['SurnamePrefix', 'Surname']],
  ['suffix', ['NameSuffix']],
  ['title', ['NameTitle']],
] as const

/** Each part of the name of a customer, such as its title: several of one kind together. */
export function namePartsOf(customer: XmlNode | undefined): NameParts {
  const name = childOf(customer, 'PersonName')
  const parts: NameParts = {}
  for (const [part, elements] of PARTS) {
    const text = elements
      .flatMap((element) => childrenOf(name, element).map((one) => inOneLine(one.text)))
      .filter((one) => one !== '')
      .join(' ')
    if (text !== '') parts[part] = text
  }
  return parts
}

/** A code of OpenTravel list AQC, which has 1 to 19, or of one's own list, as the schemas let codes be extended: `10.ABC`. */
const AGE_CODE = /^(?:[1-9]|1\d)(?:\.[A-Z]{3}(?:\.X)?)?$/

/** Whether a text is an AgeQualifyingCode. */
export const isAgeCode = (text: string): boolean => AGE_CODE.test(text)

/** The ages of whoever is called an infant, in whole years. */
export const INFANT_AGES = { from: 0, to: 5 }

/**
 * The ages of those who may be called what a code of list AQC says, in whole years: houses draw the line between children and adults differently, so both reach beyond the
 * 18th birthday. 7 infant, 8 child, 10 adult, 11 senior.
 */
const AGES: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['7', [INFANT_AGES.from, INFANT_AGES.to]],
  ['8', [0, 20]],
  ['10', [12, Infinity]],
  ['11', [18, Infinity]],
])
const KINDS = ownTable<string>({ '7': 'an infant', '8': 'a child', '10': 'an adult', '11': 'a senior' })

/** What an AgeQualifyingCode calls somebody whom nobody of that age is called: `an adult` of one of 7 years; undefined where the two may go together. */
export function oddKind(code: string | undefined, years: number): string | undefined {
  const [from, to] = AGES.get(code ?? '') ?? [0, Infinity]
  return years < from || years > to ? KINDS[code ?? ''] : undefined
}

const CHILDREN: ReadonlySet<string> = new Set(['7', '8'])
const ADULTS: ReadonlySet<string> = new Set(['10', '11'])

/**
 * Who somebody is: by the code, or else by the ages that he may have, where nobody of these is called otherwise. Undefined where neither says it, as of one of 15 years.
 */
export function childOrAdult(
  code: string | undefined,
  ages: { from: number; to: number } | undefined,
): 'child' | 'adult' | undefined {
  if (code !== undefined) return CHILDREN.has(code) ? 'child' : ADULTS.has(code) ? 'adult' : undefined
  if (ages === undefined) return undefined
  const [isAdult, isChild] = ['10', '8'].map(
    (one) => oddKind(one, ages.from) === undefined || oddKind(one, ages.to) === undefined,
  )
  return isAdult === isChild ? undefined : isAdult === true ? 'adult' : 'child'
}

/** How many people of which kind; of some children the ages. */
export interface BookedPeople {
  adults: number
  children: number
  infants: number
  unknown: number
  /** Kinds of which it is not told how many, or not in a number: `adults (number not told)`. */
  uncounted: string[]
  ages: number[]
  infantAges: number[]
  /** Ages, and AgeQualifyingCodes of those of whom nothing tells what they are, that cannot be read: as they stand. */
  unreadAges: string[]
  unreadCodes: string[]
  /** AgeBuckets as they stand. */
  buckets: string[]
}

/** Why the Count of a GuestCount tells no number; undefined where it does. */
export function openCountOf(node: XmlNode): string | undefined {
  const text = valueIn(node, 'Count')
  if (wholeNumber(text) !== undefined) return undefined
  return isTold(text) ? `"${text.slice(0, 60)}" cannot be read` : 'not told'
}

/** Whom GuestCounts count. */
export function countGuests(counts: readonly XmlNode[]): BookedPeople {
  const found: BookedPeople = {
    adults: 0,
    children: 0,
    infants: 0,
    unknown: 0,
    uncounted: [],
    ages: [],
    infantAges: [],
    unreadAges: [],
    unreadCodes: [],
    buckets: [],
  }
  for (const one of counts) {
    const [code, age, count] = [
      valueOf(one, 'AgeQualifyingCode'),
      wholeNumber(valueIn(one, 'Age')),
      wholeNumber(valueIn(one, 'Count')) ?? 0,
    ]
    const kind =
      code === '7'
        ? 'infants'
        : code === '8' || (age !== undefined && age < 18)
          ? 'children'
          : code === '10' || code === '11' || age !== undefined
            ? 'adults'
            : 'unknown'
    found[kind] += count
    const open = openCountOf(one)
    if (open !== undefined) found.uncounted.push(`${kind === 'unknown' ? 'guests' : kind} (number ${open})`)
    const text = withoutBlanks(valueIn(one, 'Age') ?? '')
    const bucket = valueIn(one, 'AgeBucket')
    if (isTold(bucket)) found.buckets.push(`${bucket.slice(0, 60)}${count > 1 ? ` (${count} of them)` : ''}`)
    if (text !== '' && age === undefined) found.unreadAges.push(text.slice(0, 60))
    if (kind === 'unknown' && isTold(code)) found.unreadCodes.push(code.slice(0, 60))
    if ((kind === 'children' || kind === 'infants') && age !== undefined)
      found[kind === 'infants' ? 'infantAges' : 'ages'].push(...Array<number>(Math.min(count, LISTED_MAX)).fill(age))
  }
  return found
}

/** `2 adults, 3 children aged 7, 9, 9 and 1 infant`. */
export function peopleText({
  adults,
  children,
  infants,
  unknown,
  uncounted,
  ages,
  infantAges,
  unreadAges,
  unreadCodes,
  buckets,
}: BookedPeople): string {
  const quoted = (texts: readonly string[]): string =>
    [...new Set(texts)]
      .slice(0, 5)
      .map((text) => `"${text}"`)
      .join(', ')
  const codes = unreadCodes.length === 0 ? '' : ` (AgeQualifyingCode ${quoted(unreadCodes)})`
  const bare = children - ages.length
  const told = ages.slice(0, LISTED_MAX).join(', ')
  const aged =
    ages.length === 0
      ? ''
      : bare > 0
        ? ` (${ages.length} aged ${told}; ${bare} without a ${unreadAges.length === 0 ? 'stated' : 'readable'} age)`
        : ` aged ${told}`
  const parts = [
    ...new Set(uncounted),
    adults > 0 ? plural(adults, 'adult') : '',
    children > 0 ? `${children === 1 ? '1 child' : `${children} children`}${aged}` : '',
    infants > 0 ? `${plural(infants, 'infant')}${infantAges.length === 0 ? '' : ` aged ${infantAges.join(', ')}`}` : '',
    unknown > 0 ? `${plural(unknown, 'guest')}${codes}` : '',
  ].filter((part) => part !== '')
  const text = [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')
  const bucket = buckets.length === 0 ? '' : ` (AgeBucket ${buckets.slice(0, 5).join(', ')})`
  return `${text}${bucket}${unreadAges.length === 0 ? '' : ` (age ${quoted(unreadAges)} cannot be read)`}`
}

const LISTED_MAX = 50
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
const isTold = (text: string | undefined): text is string => text !== undefined && text !== ''

function valueIn(node: XmlNode | undefined, name: string): string | undefined {
  const text = valueOf(node, name)
  return text === undefined ? undefined : withoutBlanks(text)
}
