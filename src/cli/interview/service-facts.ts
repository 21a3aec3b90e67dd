import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import type { ServiceCommand } from '../command/index.js'
import { ASKED_SANDBOX } from '../show/index.js'
import { type KnownRoom, roomsKept, type ServiceFacts } from './asking.js'

/** Properties of earlier pushes that are offered. */
const PROPERTIES_MAX = 50
/** Faults that are the service's word on one hotel. */
const ABOUT_THE_HOTEL = new Set(['REFUSED', 'NOT_FOUND', 'FORBIDDEN'])

/**
 * What the service of a command says of its rooms and plans.
 * @param mayAsk false: what the journal keeps must do, because a dry run opens no connection
 */
export function serviceFacts(command: ServiceCommand<typeof Command>, mayAsk: boolean): ServiceFacts {
  const journal = command.journal()
  const target = command.target()
  const kept = (hotel: string): KnownRoom[] | undefined => {
    const id = journal.runs.targetId(target, { create: false })
    return id === undefined ? undefined : roomsKept(journal.rooms.of(id, hotel))
  }
  const asked = new Map<string, readonly KnownRoom[] | 'absent' | undefined>()
  const ask = async (hotel: string): Promise<readonly KnownRoom[] | 'absent' | undefined> => {
    try {
      const { rooms } = await command.call('room.list', { body: { hotel_code: hotel } })
      return rooms.map(({ id, name, code, price }) => ({ id: String(id), name, code, currency: price?.currency }))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (ABOUT_THE_HOTEL.has(error.code)) {
        if (command.settings().isEmbedded) command.notice(ASKED_SANDBOX)
        return 'absent'
      }
      command.notice(`The service could not be asked for its rooms: ${error.message}`)
      return kept(hotel)
    }
  }
  return {
    properties: () => journal.pushedHotels(target, PROPERTIES_MAX),
    async roomsOf(hotel) {
      if (!mayAsk) return kept(hotel)
      if (!asked.has(hotel)) asked.set(hotel, await ask(hotel))
      return asked.get(hotel)
    },
    async plansOf(hotel) {
      const names = new Map(journal.sold.of(target.service, hotel).map(({ plan }) => [plan, 'a rate plan seen before']))
      if (!mayAsk) return [...names].map(([id, name]) => ({ id, name }))
      try {
        const { products } = await command.call('product.list', { body: { hotel_code: hotel } })
        for (const { rate_plan: plan, name } of products)
          if (plan?.id !== undefined) names.set(String(plan.id), name ?? '')
      } catch (error) {
        if (!(error instanceof Fault)) throw error
      }
      return [...names].map(([id, name]) => ({ id, name }))
    },
  }
}
