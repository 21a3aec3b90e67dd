import type { EndpointKey } from '../../contract/index.js'

/**
 * What an answer of each endpoint must say before it counts. Interface: "Endpoints", "States and transitions".
 *
 * Paths name values: `[].id` is the id of each row of a list (or of the one record), `content[].propertyId` that of each row of a page. On the side of
 * the request they begin with `params`, `query` or `body`.
 */
export interface EndpointRule {
  /** Whether it asks the service to change something. */
  effect: 'read' | 'write'
  /**
   * What proves that it was done. `payload`: a payload that can be read. `word`: the service's own word of success, or the record. `record`: the new
   * record with its id. `state`: the record in the state that was asked for.
   */
  proof: 'payload' | 'word' | 'record' | 'state'
  /** Path in the answer → path in the request: where both have a value, it is the same one. */
  same?: Readonly<Record<string, string>>
  /** The values of the request's body come back as they were sent: all that the contract lets it hold. */
  comparesValues?: true
  /** Fields of the body that are not compared, because the service works them out whatever was sent; with the reason. */
  servicesOwn?: Readonly<Record<string, string>>
  /** Rooms, their guests, the number of guests and the booker are those of the request. */
  comparesBooking?: true
  /** Holder, expiry and the last digits of the card are those of the request, and nothing beside them says that it is not taken. */
  comparesCard?: true
  /** The number of guests is that of the request. */
  comparesGuests?: true
  /** States of the record, lower case with underscores. Any other is not known. */
  states?: { done: readonly string[]; refused: readonly string[] }
  /** Its lists, '' where the answer itself is one: null, {} or a null among the entries is no empty list, and shows nothing to be absent. */
  lists?: readonly string[]
  /** What it answers counts by itself: a token is tried with the next request. */
  provesItself?: true
  /** What it does not find is created by the next command of a person or a program: no answer counts as "not there" that does not prove it. */
  isLookUp?: true
  /** An empty list says that there is no such thing. */
  isEmptyMissing?: true
  /** Sent in batches by what repeats and narrows down itself; its values are absolute. */
  isBatch?: true
  /** Sent once by itself, so that nothing repeats it although it is a batch. */
  isAlone?: true
  /** The deed as a message names it, after "It is not known whether the service has …". */
  deed?: string
  /** How a person looks what became of it. */
  look?: string
  /** What to do in doubt where no command shows what became of it, as sentences. */
  again?: string
  /** What looks up by itself what became of it, and what that tells. */
  settledBy?: EndpointKey
  settled?: string
}

/** Whether its sender repeats it, so that a doubt is not the last word. */
export function repeatsItself({ isBatch, isAlone }: EndpointRule): boolean {
  return isBatch === true && isAlone !== true
}

const READ: EndpointRule = { effect: 'read', proof: 'payload' }
const readOf = (same: Record<string, string>): EndpointRule => ({ ...READ, same })

/** Whether there was information before the request is what the service finds, and a repeated request finds what the first one stored. */
const servicesOwn = { isExist: 'the service tells whether there was information before' }

const GONE = ['rejected', 'declined', 'refused', 'denied', 'cancelled', 'canceled', 'failed', 'expired'] as const

/** All endpoints of the contract; a missing one does not compile. */
export const RULES: Readonly<Record<EndpointKey, EndpointRule>> = {
  'auth.login': { ...READ, provesItself: true },
  'auth.refresh': { ...READ, provesItself: true },
  'auth.whoami': READ,

  'property.search': { ...READ, lists: ['content'] },
  'property.searchList': { ...READ, lists: ['content'] },
  'property.ids': { ...readOf({ '[].id': 'body.propertyIds[]' }), lists: [''] },
  'property.facets': READ,
  'property.facetsOfList': READ,
  'property.listId': READ,
  'property.byChannel': READ,
  'property.count': READ,
  'property.countList': READ,
  'facility.list': READ,
  'facility.get': readOf({ id: 'params.id' }),

  'property.get': readOf({ id: 'params.id' }),
  'property.withMainMedia': readOf({ id: 'params.id', 'media[].propertyId': 'params.id' }),
  'property.withFacilities': readOf({ id: 'params.id' }),
  'property.withInfoAndReviews': readOf({ id: 'params.id', 'propertyInfo.propertyId': 'params.id' }),
  'property.identifiers': readOf({ '[].propertyId': 'params.propertyId' }),
  'property.facilities': readOf({ '[].propertyId': 'params.id' }),
  'property.facilitiesOfSource': readOf({ '[].propertyId': 'params.id' }),
  'property.getByHubId': { ...readOf({ hubSwitchId: 'params.id' }), isLookUp: true },
  'property.logos': readOf({ '[].propertyId': 'params.propertyId' }),
  'property.sitemap': readOf({ fileName: 'params.fileName' }),
  'property.details': readOf({ fileName: 'params.fileName' }),
  'propertyInfo.get': readOf({ propertyId: 'params.id' }),

  'property.create': {
    effect: 'write',
    proof: 'record',
    comparesValues: true,
    deed: 'created the property {body.hubSwitchId}',
    look: 'property get --hub-id {body.hubSwitchId}',
    settledBy: 'property.getByHubId',
    settled:
      'found with its code, name and status, and with nothing that was sent otherwise, is done (0) where the look before showed none; another one is unknown (12); not found is absent (10) only where no answer came at all, or nothing but HTTP 429, else unknown (12). It is sent again only where the service asked to come back later and every look-up says absent. A refusal is looked up once: a property with the same values is unknown (12), and so is a look-up that fails, unless the account may not look at all.',
  },
  'property.update': {
    effect: 'write',
    proof: 'word',
    same: { id: 'params.id' },
    comparesValues: true,
    deed: 'updated property {params.id}',
    look: 'property get {params.id}',
  },
  'propertyInfo.set': {
    effect: 'write',
    proof: 'word',
    comparesValues: true,
    servicesOwn,
    same: { propertyId: 'body.propertyId' },
    deed: 'stored the information of property {body.propertyId}',
    look: 'property info get {body.propertyId}',
  },
  'propertyInfo.update': {
    effect: 'write',
    proof: 'word',
    comparesValues: true,
    servicesOwn,
    same: { propertyId: 'body.propertyId' },
    deed: 'updated the information of property {body.propertyId}',
    look: 'property info get {body.propertyId}',
  },

  'unit.add': {
    effect: 'write',
    proof: 'record',
    comparesValues: true,
    deed: 'added the unit to property {body.propertyId}',
    look: 'unit list {body.propertyId}',
  },
  'unit.get': readOf({ id: 'params.id' }),
  'unit.update': {
    effect: 'write',
    proof: 'word',
    same: { id: 'params.id' },
    comparesValues: true,
    deed: 'updated unit {params.id}',
    look: 'unit get {params.id}',
  },
  'unit.types': READ,
  'unit.paymentTypes': READ,
  'unit.list': { ...readOf({ 'content[].propertyId': 'query.propertyId' }), lists: ['content'] },
  'unit.listByType': { ...readOf({ 'content[].propertyId': 'query.propertyId' }), lists: ['content'] },
  'unit.identifiers': readOf({ '[].sellableUnitId': 'params.sellableUnitId' }),
  'unit.find': READ,

  'room.list': { ...readOf({ hotel_code: 'body.hotel_code' }), lists: ['rooms'] },
  'rates.push': {
    effect: 'write',
    proof: 'word',
    same: { hotel_code: 'body.hotel_code' },
    isBatch: true,
    deed: 'applied the rates',
  },
  'inventory.push': {
    effect: 'write',
    proof: 'word',
    same: { hotel_code: 'body.hotel_code' },
    isBatch: true,
    deed: 'applied the inventory',
  },

  'product.search': {
    ...readOf({ propertyId: 'body.propertyId', checkInDate: 'body.checkInDate', checkOutDate: 'body.checkOutDate' }),
    comparesGuests: true,
    lists: ['roomTypes'],
  },
  'product.list': { ...readOf({ hotel_code: 'body.hotel_code' }), lists: ['products'] },
  'ratePlan.create': {
    effect: 'write',
    proof: 'record',
    same: { 'sellableUnits[].sellableUnitId': 'body.sellableUnits[].sellableUnitId' },
    comparesValues: true,
    deed: 'created the rate plan of property {body.propertyId}',
    look: 'product list {body.propertyId}',
  },

  'reservation.create': {
    effect: 'write',
    proof: 'state',
    comparesBooking: true,
    same: Object.fromEntries(
      ['channelBookingId', 'propertyId', 'checkInDate', 'checkOutDate', 'currencyCode'].map((name) => [
        name,
        `body.${name}`,
      ]),
    ),
    states: { done: ['pending', 'confirmed'], refused: GONE },
    deed: 'booked {body.channelBookingId}',
    look: 'reservation lookup --channel-id {body.channelBookingId}',
    settledBy: 'reservation.lookup',
    settled:
      'found with the same stay, rooms and guests, pending or confirmed, is done (0); in a state such as rejected it is refused (5); another stay is unknown (12); not found is absent (10) only where no answer came at all, or nothing but HTTP 429, else unknown (12). It is sent again only where the service asked to come back later and every look-up says absent. A refusal is looked up once: it stands where nothing is found, and is unknown (12) where the look-up fails; that of a repeat proves nothing about what was sent before (12).',
  },
  'reservation.confirm': {
    effect: 'write',
    proof: 'state',
    same: { bookingId: 'body.bookingId' },
    states: {
      done: ['confirmed'],
      refused: [...GONE, 'pending', 'held', 'on_request', 'waitlisted', 'modified', 'no_show'],
    },
    deed: 'confirmed reservation {body.bookingId}',
    look: 'reservation lookup --booking-id {body.bookingId}',
    settledBy: 'reservation.lookup',
    settled:
      'confirmed is done (0), also after a refusal, which stands where another known state or nothing is found and is unknown (12) where the look-up fails; another known state is refused (5); pending is sent again only where no usable answer came, else unknown (12).',
  },
  'reservation.card': {
    effect: 'write',
    proof: 'word',
    comparesCard: true,
    same: { bookingId: 'body.bookingId' },
    deed: 'stored the card of reservation {body.bookingId}',
    again:
      'No look-up shows a card. A card is added or changed, so sending the same one again doubles nothing: run the same command again.',
  },
  'reservation.lookup': {
    ...readOf({ '[].bookingId': 'query.bookingId', '[].channelBookingId': 'query.channelId' }),
    lists: [''],
    isLookUp: true,
    isEmptyMissing: true,
  },
}

/** Where the rules of an endpoint that the contract does not have stand in: any other request below the base address. */
export const RAW_READ: EndpointRule = { ...READ }
export const RAW_WRITE: EndpointRule = { effect: 'write', proof: 'word', deed: 'done this' }
