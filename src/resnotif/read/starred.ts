import { secretKind } from '../conceal/index.js'
import { type Place, walkNodes } from '../xml/index.js'
import type { Message } from './read.js'

/** A place of a message that has stars, as this tool shows a number of a card or a password. */
export interface StarredPlace {
  place: Place
  /** The element, `Telephone`. */
  node: string
  /** A contact is taken for what it says: nobody has such a name, number or address. A text may be starred by whoever wrote it. With stars for a password nobody is let in. */
  kind: 'contact' | 'text' | 'secret'
}

/** Nine stars and more with the last four digits behind them, in groups or together. */
const NUMBER = /(?:\*[^*\p{L}\p{Nd}]{0,3}){9,15}\p{Nd}(?:[^*\p{L}\p{Nd}]{0,3}\p{Nd}){3}(?!\p{Nd})/u
const CODE = /(?<!\p{L})(?:c[vs][cvn]|security code)2?[^\p{L}\p{Nd}*]{0,4}\*{3,4}(?!\*)/iu
const CONTACT =
  /^(?:GivenName|MiddleName|Surname|NameTitle|NamePrefix|NameSuffix|SurnamePrefix|Email|AddressLine|CityName|CompanyName)$/
const TEXT = /^(?:Text|Description|ListItem|Comment|SpecialRequest)$/

/** Where a message that is to be sent has stars for what this tool has hidden: in names, telephone numbers, addresses and comments. Masked numbers of cards in their own fields are none. */
export function starredPlaces({ notification }: Message): StarredPlace[] {
  if (notification === undefined) return []
  return [...walkNodes(notification)].flatMap(({ name, text, place, attributes }): StarredPlace[] => {
    const phone = attributes.find((one) => one.name === 'PhoneNumber' && NUMBER.test(one.value))
    if (phone !== undefined) return [{ place: phone.place, node: name, kind: 'contact' }]
    if (CONTACT.test(name)) return NUMBER.test(text) ? [{ place, node: name, kind: 'contact' }] : []
    return TEXT.test(name) && (NUMBER.test(text) || CODE.test(text)) ? [{ place, node: name, kind: 'text' }] : []
  })
}

const STARS_ALONE = /^\*{3,}$/

/** Where a message, or the envelope around it, has nothing but stars for a password, a key or a token. */
export function starredSecrets({ root }: Message): StarredPlace[] {
  if (root === undefined) return []
  return [...walkNodes(root)].flatMap(({ name, text, place, attributes }): StarredPlace[] => [
    ...attributes
      .filter((one) => STARS_ALONE.test(one.value.trim()) && secretKind(one.name) === 'password')
      .map((one) => ({ place: one.place, node: one.name, kind: 'secret' as const })),
    ...(STARS_ALONE.test(text.trim()) && secretKind(name) === 'password'
      ? [{ place, node: name, kind: 'secret' as const }]
      : []),
  ])
}
