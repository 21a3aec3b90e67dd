import { childrenOf, type XmlNode, walkNodes } from '../xml/index.js'
import { cut, numberText, reservationOf, told } from './told.js'

/** A guest of an answer, and the one that was sent who it is. */
export interface Guided {
  who: string
  node: XmlNode
  sent: XmlNode
}

interface Product {
  room: string
  plan: string | undefined
}

interface Placed {
  who: string
  is: { rph: string | undefined; product: Product | undefined; code: string | undefined }
  was: { rph: string; product: Product; code: string | undefined }
}

/**
 * Which guests an answer puts into other rooms than was sent, in words: of another product by what their ResGuestRPH leads to, or with others in a unit by GroupEventCode.
 * A PMS may number references and units otherwise; what cannot be understood is no fault.
 * @param isByOrder nobody is named, and the PMS may have told them in another order: then the rooms of as many guests as were sent are right
 * @param sent all elements of the message
 */
export function wrongPlaces(guests: readonly Guided[], isByOrder: boolean, sent: readonly XmlNode[]): string[] {
  const products = productsIn(sent)
  const placed = guests.flatMap((guest) => placeOf(guest, products))
  if (isByOrder && sizesOf(placed, ({ is }) => is) === sizesOf(placed, ({ was }) => was)) return []
  const moved = placed.filter(({ is, was }) => is.product !== undefined && !isSameProduct(is.product, was.product))
  const wrong = moved.map(
    ({ who, is, was }) =>
      `the room of ${who} as ${wordsOf(is.product)} (ResGuestRPH ${cut(is.rph ?? '')}), sent was ${wordsOf(was.product)}`,
  )
  const stayed = placed.filter((one) => !moved.includes(one))
  const units = [...new Set(stayed.map(({ was }) => was.rph))].flatMap((rph) =>
    wrongUnits(stayed.filter(({ was }) => was.rph === rph)),
  )
  const all = [...wrong, ...units]
  return all.length <= LISTED_MAX
    ? all
    : [...all.slice(0, LISTED_MAX), `the rooms of ${all.length - LISTED_MAX} more guests otherwise`]
}

/** Products as the references of guests name them. */
const productsIn = (sent: readonly XmlNode[]): Product[] =>
  sent.flatMap((node) => {
    const [room, plan] = [told(node, 'RoomTypeCode'), told(node, 'RatePlanCode')]
    return node.name === 'RoomRate' && room !== undefined && plan !== undefined ? [{ room, plan }] : []
  })

/** The product in a reference that is made of IndexNumber, room and plan. */
const namedBy = (rph: string, products: readonly Product[]): Product | undefined =>
  products
    .filter(({ room, plan }) => rph.endsWith(`-${room}-${plan}`))
    .sort((a, b) => wordsOf(b).length - wordsOf(a).length)[0]

function placeOf({ who, node, sent }: Guided, products: readonly Product[]): Placed[] {
  const [rph, own] = [told(node, 'ResGuestRPH'), told(sent, 'ResGuestRPH')]
  const product = own === undefined ? undefined : namedBy(own, products)
  if (own === undefined || product === undefined) return []
  const [code, ownCode] = [node, sent].map((one) => numberText(told(one, 'GroupEventCode')))
  return [
    {
      who,
      is: {
        rph,
        product: rph === undefined ? undefined : (namedBy(rph, products) ?? ledTo(rph, node, products)),
        code,
      },
      was: { rph: own, product, code: ownCode },
    },
  ]
}

/** The room of the stays that have a reference, where these are of one that was sent; and the plan, where there is one alone. */
function ledTo(rph: string, guest: XmlNode, products: readonly Product[]): Product | undefined {
  const reservation = reservationOf(guest)
  const stays = (reservation === undefined ? [] : [...walkNodes(reservation)]).filter(
    (node) =>
      node.name === 'RoomStay' &&
      childrenOf(node, 'ResGuestRPHs')
        .flatMap((all) => childrenOf(all, 'ResGuestRPH'))
        .some((one) => told(one, 'RPH') === rph),
  )
  const codes = (attribute: string): string[] => [
    ...new Set(stays.flatMap((stay) => [...walkNodes(stay)].flatMap((node) => told(node, attribute) ?? []))),
  ]
  const [[room, ...others], plans] = [codes('RoomTypeCode'), codes('RatePlanCode')]
  if (room === undefined || others.length > 0 || !products.some((one) => one.room === room)) return undefined
  const [plan] = plans
  return { room, plan: plans.length === 1 && products.some((one) => one.plan === plan) ? plan : undefined }
}

const isSameProduct = (one: Product, other: Product): boolean =>
  one.room === other.room && (one.plan === undefined || one.plan === other.plan)

/** Guests of one product who share a unit where they did not, or do not where they did. Where their references differ, a code may count within each of them. */
function wrongUnits(guests: readonly Placed[]): string[] {
  const counted = guests.filter(({ is, was }) => is.code !== undefined && was.code !== undefined)
  if (counted.some(({ is, was }) => !isNumber(is.code) || !isNumber(was.code))) return []
  if (new Set(counted.map(({ is }) => is.rph)).size > 1) return []
  return counted.flatMap((guest, at) => {
    const other = counted
      .slice(0, at)
      .find((one) => (one.is.code === guest.is.code) !== (one.was.code === guest.was.code))
    if (other === undefined) return []
    const isApart = guest.is.code !== other.is.code
    return [
      `the GroupEventCode of ${guest.who} as ${guest.is.code ?? ''} and of ${other.who} as ${other.is.code ?? ''}, ${isApart ? 'two units' : 'one unit'} of ${wordsOf(guest.was.product)}, sent ${isApart ? 'was one' : 'were two'}`,
    ]
  })
}

const isNumber = (code: string | undefined): boolean => code !== undefined && /^\d{1,9}$/.test(code)

/** How many guests each unit has, by product. */
function sizesOf(placed: readonly Placed[], of: (one: Placed) => Placed['is']): string {
  const sizes = new Map<string, number>()
  for (const one of placed) {
    const unit = `${(of(one).product ?? one.was.product).room} ${of(one).code ?? one.was.code ?? ''}`
    sizes.set(unit, (sizes.get(unit) ?? 0) + 1)
  }
  return [...sizes]
    .map(([unit, size]) => `${unit.split(' ')[0] ?? ''} ${size}`)
    .sort()
    .join(', ')
}

const wordsOf = (product: Product | undefined): string =>
  [product?.room, product?.plan].flatMap((code) => code ?? []).join('/')

const LISTED_MAX = 4
