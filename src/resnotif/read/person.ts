import { childOf, childrenOf, inOneLine, type XmlNode } from '../xml/index.js'

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

/**
 * The ages of those who may be called what a code of list AQC says, in whole years: houses draw the line between children and adults differently, so both reach beyond the
 * 18th birthday. 7 infant, 8 child, 10 adult, 11 senior.
 */
const AGES: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['7', [0, 5]],
  ['8', [0, 20]],
  ['10', [12, Infinity]],
  ['11', [18, Infinity]],
])
const KINDS: Readonly<Record<string, string>> = { '7': 'an infant', '8': 'a child', '10': 'an adult', '11': 'a senior' }

/** What an AgeQualifyingCode calls somebody whom nobody of that age is called: `an adult` of one of 7 years; undefined where the two may go together. */
export function oddKind(code: string | undefined, years: number): string | undefined {
  const [from, to] = AGES.get(code ?? '') ?? [0, Infinity]
  return years < from || years > to ? KINDS[code ?? ''] : undefined
}
