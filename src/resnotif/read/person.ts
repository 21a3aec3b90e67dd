import { childOf, childrenOf, withoutBlanks, type XmlNode } from '../xml/index.js'

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
    .map((part) => withoutBlanks(childOf(name, part)?.text ?? ''))
    .filter((part) => part !== '')
    .join(' ')
}
