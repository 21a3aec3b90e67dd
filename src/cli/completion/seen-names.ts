import type { EndpointKey } from '../../contract/index.js'
import type { NamedId } from '../../journal/index.js'

/** Ids and names in an answer that completion can offer later. */
export interface SeenNames {
  property: NamedId[]
  room: NamedId[]
  plan: NamedId[]
}

type Fields = Record<string, unknown>

const listIn = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : []).filter((item): item is Fields => typeof item === 'object' && item !== null)
const fieldsIn = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

function named(id: unknown, name: unknown, of?: unknown): NamedId[] {
  if (typeof id !== 'number' && typeof id !== 'string' && typeof id !== 'bigint') return []
  return [
    {
      id: String(id),
      name: typeof name === 'string' ? name : '',
      ...(of === undefined ? {} : { of: String(of) }),
    },
  ]
}

/** What an answer shows; undefined for one that has none of it. */
export function seenIn(key: EndpointKey, answer: unknown): SeenNames | undefined {
  const fields = fieldsIn(answer)
  const unit = ({ id, names, name, propertyId }: Fields): NamedId[] =>
    named(id, name ?? listIn(names)[0]?.['text'], propertyId)
  const nothing = { property: [], room: [], plan: [] }
  switch (key) {
    case 'property.search':
      return { ...nothing, property: listIn(fields['content']).flatMap(({ id, name }) => named(id, name)) }
    case 'property.get':
    case 'property.create':
      return { ...nothing, property: named(fields['id'], fields['name']) }
    case 'unit.list':
      return { ...nothing, room: listIn(fields['content']).flatMap(unit) }
    case 'unit.get':
      return { ...nothing, room: unit(fields) }
    case 'room.list':
      return {
        ...nothing,
        property: named(fields['hotel_code'], ''),
        room: listIn(fields['rooms']).flatMap(({ id, name }) => named(id, name, fields['hotel_code'])),
      }
    case 'product.list': {
      const products = listIn(fields['products'])
      const parts = (part: string): NamedId[] =>
        products.flatMap((product) => {
          const { id, name } = fieldsIn(product[part])
          return named(id, name, fields['hotel_code'])
        })
      return { ...nothing, room: once(parts('room')), plan: once(parts('rate_plan')) }
    }
    case 'product.search': {
      const rooms = listIn(fields['roomTypes'])
      const of = fields['propertyId']
      return {
        ...nothing,
        room: rooms.flatMap(({ roomId, name }) => named(roomId, name, of)),
        plan: once(
          rooms.flatMap(({ ratePlans }) =>
            listIn(ratePlans).flatMap(({ ratePlanId, name }) => named(ratePlanId, name, of)),
          ),
        ),
      }
    }
    default:
      return undefined
  }
}

const once = (all: readonly NamedId[]): NamedId[] => [...new Map(all.map((item) => [item.id, item])).values()]
