import type { XmlBuilder } from '../xml/index.js'
import type { BookerContact } from './booking.js'
import { addElement, addText } from './element.js'
import type { GuestNode } from './number.js'
import { isChildAge } from './guest-totals.js'
import { ageCode } from './stay.js'

interface Person {
  firstName: string
  lastName: string
  contact?: BookerContact
}

/**
 * ResGuests: one node per guest per booked unit; before them, where asked for, a node of the booker that carries no codes. Who has no age is an adult where the children
 * that were counted have theirs; else nobody knows, and nothing is said.
 */
export function addGuests(
  reservation: XmlBuilder,
  nodes: GuestNode[],
  children: number,
  booker: BookerContact | undefined,
): void {
  const isTold = nodes.filter(({ age }) => age !== undefined && isChildAge(age)).length >= children
  const parent = reservation.ele('ResGuests')
  if (booker !== undefined)
    addProfiles(addElement(parent, 'ResGuest', { PrimaryIndicator: true }), { ...booker, contact: booker }, 'booker')
  nodes.forEach((node, at) => {
    const guest = addElement(parent, 'ResGuest', {
      ResGuestRPH: node.resGuestRph,
      AgeQualifyingCode: node.age === undefined && !isTold ? undefined : ageCode(node.age),
      GroupEventCode: node.groupEventCode,
      PrimaryIndicator: booker === undefined && at === 0 ? true : undefined,
      Age: node.age,
    })
    addProfiles(guest, node, node.isBooker ? 'booker' : `rooms[${node.line}].guests`)
  })
}

/** Profiles/ProfileInfo/Profile/Customer with the name, and the contact where there is one. */
export function addProfiles(parent: XmlBuilder, { firstName, lastName, contact }: Person, field: string): void {
  const customer = addElement(parent.ele('Profiles').ele('ProfileInfo'), 'Profile', { ProfileType: '1' }).ele(
    'Customer',
  )
  const name = customer.ele('PersonName')
  addText(name, 'GivenName', `${field}.firstName`, firstName)
  // The schema wants a Surname; a name of one part is that part.
  addText(name, 'Surname', `${field}.lastName`, lastName === '' ? firstName : lastName)
  if (contact === undefined) return
  if (contact.phone !== undefined)
    addElement(customer, 'Telephone', { PhoneTechType: '1', PhoneNumber: contact.phone }, `${field}.phone`)
  addText(customer, 'Email', `${field}.email`, contact.email)
  const { addressLine, cityName, postalCode, country } = contact.address ?? {}
  if ([addressLine, cityName, postalCode, country].every((part) => part === undefined)) return
  const address = customer.ele('Address')
  addText(address, 'AddressLine', `${field}.address.addressLine`, addressLine)
  addText(address, 'CityName', `${field}.address.cityName`, cityName)
  addText(address, 'PostalCode', `${field}.address.postalCode`, postalCode)
  addText(address, 'CountryName', `${field}.address.country`, country)
}
