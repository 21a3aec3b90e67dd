import { exactInteger } from '../../contract/index.js'
import { lookupById, type PickText, pickTextIn, readDecimal, ROOM_TYPE_ID, writeDecimal } from '../ground/index.js'
import type { RatePlan, Store, StoredProperty, StoredUnit } from '../store/index.js'
import { baseCurrencyOf, basePriceOf } from './stay-terms.js'
import { shortWeekdays } from './stay-unit.js'

const isRoom = ({ record }: StoredUnit): boolean => record.sellableUnitTypeId === ROOM_TYPE_ID

/** What the products of one answer have in common. */
interface Answer {
  hotel: StoredProperty
  /** Names of what must be booked with every room. */
  services: string[]
  pickText: PickText
  decimalsOf: (currency: string | undefined) => number
}

/**
 * The active products of a hotel (wire default 21): each room under each rate plan that sells it, each meal and each extra.
 * None where the hotel is not active.
 */
export function listProducts(store: Store, hotel: StoredProperty, language: string) {
  if (!hotel.active) return []
  const pickText = pickTextIn(language)
  const units = store.units.ofProperty(hotel.id)
  const plans = store.units.plans(hotel.id)
  const services = units
    .filter((unit) => !isRoom(unit) && unit.record.isMandatory === true)
    .flatMap(({ record }) => pickText(record.names) ?? [])
  const answer: Answer = { hotel, services, pickText, decimalsOf: store.decimalsOf }
  return units.flatMap((unit) => {
    if (!isRoom(unit)) return [viewProduct(answer, unit, undefined)]
    return plans.filter(({ unitIds }) => unitIds.has(unit.id)).map((plan) => viewProduct(answer, unit, plan))
  })
}

function viewProduct(answer: Answer, unit: StoredUnit, plan: RatePlan | undefined) {
  const { roomCode, record } = unit
  const unitName = answer.pickText(record.names) ?? null
  const planName = answer.pickText(plan?.record.names) ?? null
  const names = [unitName, planName].filter((name) => name !== null)
  return {
    id: plan === undefined ? exactInteger(roomCode) : `${roomCode}-${plan.planCode}`,
    name: names.length === 0 ? null : names.join(', '),
    category: lookupById('unitType', record.sellableUnitTypeId)?.code ?? null,
    room: isRoom(unit) ? { id: exactInteger(roomCode), name: unitName } : null,
    rate_plan: plan === undefined ? null : { id: exactInteger(plan.planCode), name: planName },
    meal_plan: record.mealType ?? null,
    price: viewPrice(answer, unit, plan),
    booking_rules: {
      min_stay: plan?.record.minLengthOfStay ?? record.minLengthOfStay ?? null,
      max_stay: plan?.record.maxLengthOfStay ?? record.maxLengthOfStay ?? null,
      arrival_days: shortWeekdays(record.arrivalDays) ?? null,
    },
    cancellation_policies: (plan?.record.cancellationPolicyIds ?? record.cancellationPolicies ?? []).map((id) => ({
      id,
    })),
    services: plan === undefined ? [] : answer.services,
    channels: record.channelIds ?? [],
  }
}

function viewPrice({ hotel, decimalsOf }: Answer, unit: StoredUnit, plan: RatePlan | undefined) {
  const amount = basePriceOf(unit, plan)
  if (amount === undefined) return null
  const currency = baseCurrencyOf(hotel, plan)
  const isPerPerson = unit.record.paymentType?.startsWith('per_person') === true
  return {
    mode: isPerPerson ? 'per_person' : isRoom(unit) ? 'per_room' : 'per_unit',
    amount: writeDecimal(readDecimal(amount), decimalsOf(currency)),
    ...(currency === undefined ? {} : { currency }),
  }
}
