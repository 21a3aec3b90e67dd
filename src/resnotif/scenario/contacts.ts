import { childrenOf, type XmlNode } from '../xml/index.js'
import { cut, told } from './told.js'

/** What customers of an answer have for an e-mail address and a telephone number that none was sent with, in words. A customer may have others beside one that was sent. */
export function wrongContacts(sent: readonly XmlNode[], all: readonly XmlNode[]): string[] {
  return [
    ...wrongOf('the e-mail address', emailsOf, isSameEmail, sent, all),
    ...wrongOf('the telephone number', phonesOf, isSamePhone, sent, all),
  ]
}

function wrongOf(
  name: string,
  of: (customer: XmlNode) => string[],
  isSame: (a: string, b: string) => boolean,
  sent: readonly XmlNode[],
  all: readonly XmlNode[],
): string[] {
  const own = [...new Set(sent.flatMap(of))]
  const wrong = all
    .map(of)
    .filter((some) => own.length > 0 && some.length > 0 && !some.some((one) => own.some((was) => isSame(one, was))))
  return [...new Set(wrong.flat())]
    .map((one) => `${name} as ${cut(one)}, sent was ${own.map((was) => cut(was)).join(', ')}`)
    .slice(0, LISTED_MAX)
}

const emailsOf = (customer: XmlNode): string[] =>
  childrenOf(customer, 'Email')
    .map(({ text }) => text.trim().replace(/^mailto:/i, ''))
    .filter((text) => text !== '' && !isMasked(text))

const isSameEmail = (one: string, other: string): boolean =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()

/** As it reads, with what stands in attributes of its own before it. */
const phonesOf = (customer: XmlNode): string[] =>
  childrenOf(customer, 'Telephone')
    .map((phone) =>
      ['CountryAccessCode', 'AreaCityCode', 'PhoneNumber'].flatMap((name) => told(phone, name) ?? []).join(' '),
    )
    .filter((text) => /\d/.test(text) && !isMasked(text))

/** By their digits. One may be national and the other international, or begin with a code for dialling abroad. */
function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)]
  return a === b || (Math.min(a.length, b.length) >= SUBSCRIBER_MIN && (a.endsWith(b) || b.endsWith(a)))
}

const digitsOf = (text: string): string => text.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')

/** What a PMS hides of persons is not repeated. */
const isMasked = (text: string): boolean => /\*|\u2022|[xX]{3}/.test(text)

const LISTED_MAX = 3
const SUBSCRIBER_MIN = 6
