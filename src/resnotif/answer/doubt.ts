import { childrenOf, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import { normal, type PmsProblem } from './problems.js'

/** What of the message the answer must not contradict. */
interface Asked {
  resStatus?: string
  echoToken?: string
  /** Ids of the message: UniqueID and ResID_Value. Empty or absent: nothing to compare. */
  ids?: readonly string[]
  /** Hotels that the message names. Empty or absent: nothing to compare. */
  hotelCodes?: readonly string[]
}

/** TransactionStatusType of the schemas, and what PMSs write for it: says that nothing was done. */
export const DENIALS: ReadonlySet<string> = new Set(
  'unsuccessful ignored requestdenied denied rejected refused declined failed'.split(' '),
)
/** TransactionActionType and TransactionStatusType of the schemas, and what PMSs write for them. */
const TAKEN = ['book', 'booked', 'commit', 'committed', 'reserved', 'confirm', 'confirmed'] as const
/** What each ResStatus is answered with where it was done. */
const FULFILMENTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    commit: TAKEN,
    modify: [...TAKEN, 'modify', 'modified'],
    cancel: ['cancel', 'cancelled', 'canceled'],
  }),
)
const YES = /^(true|1|y|yes|ok|success|successful)?$/i
/** Warnings of these states leave the message done. */
const SETTLED: ReadonlySet<string> = new Set(['', 'complete', 'completed', 'notprocessed'])
const RESERVATION_ID = '14'
const SHOWN_MAX = 128

/** Every state that the answer gives: ResResponseType, ResStatus, RoomStayStatus. */
export function statesOf(response: XmlNode): { label: string; state: string }[] {
  const told = [...walkNodes(response)].flatMap((node) =>
    ['ResResponseType', 'ResStatus', 'RoomStayStatus'].map((label) => ({
      label,
      state: valueOf(node, label)?.slice(0, SHOWN_MAX) ?? '',
    })),
  )
  return told.filter(({ state }) => state !== '')
}

/** Why Success does not prove that this message was done; undefined where it does. */
export function doubtOf(
  response: XmlNode,
  warnings: readonly PmsProblem[],
  { resStatus = 'Commit' }: Asked,
): string | undefined {
  const successes = childrenOf(response, 'Success')
  const said = successes
    .flatMap((node) => [
      node.text,
      ...node.attributes.filter(({ name }) => !/^xmlns\b/.test(name)).map(({ value }) => value),
    ])
    .map((text) => text.trim())
  const no = said.find((text) => !YES.test(text))
  if (no !== undefined)
    return `The PMS answered Success with "${no.slice(0, SHOWN_MAX)}" in it, so it is not known whether it took the message.`
  const fulfilled = FULFILMENTS.get(normal(resStatus))
  const other = statesOf(response).find(({ state }) => fulfilled?.includes(normal(state)) === false)
  if (other !== undefined)
    return `The PMS answered Success with ${other.label} "${other.state}" to a ${resStatus}, so it is not known whether it is done.`
  const open = warnings.find(({ status }) => !SETTLED.has(normal(status ?? '')))
  if (open !== undefined)
    return `The PMS answered Success with a warning of Status "${open.status ?? ''}": ${open.words}. Whether it is done is not known.`
  return undefined
}

/** Why Success is about another message or reservation than this one. The EchoToken alone does not make it this one's: a PMS may repeat that and confirm another booking. */
export function otherSuccess(response: XmlNode, { echoToken, ids = [] }: Asked): string | undefined {
  const isEchoed = echoToken !== undefined && echoToken !== '' && valueOf(response, 'EchoToken') === echoToken
  return aboutAnother(
    response,
    { ...(echoToken === undefined ? {} : { echoToken }), ids },
    [],
    isEchoed ? isFormedAlike : isFormed,
  )
}

/** What to look at where Success is taken for this message's and names another reservation all the same: the PMS's own number perhaps, or another booking. */
export function otherNameOf(response: XmlNode, { ids = [], hotelCodes = [] }: Asked): string | undefined {
  const hotel = [...walkNodes(response)]
    .map((node) => (node.name === 'BasicPropertyInfo' ? (valueOf(node, 'HotelCode') ?? '') : ''))
    .find((code) => code !== '' && hotelCodes.length > 0 && !hotelCodes.includes(code))
  const foreign = foreignId(response, ids, () => true) ?? foreignId(response, ids, () => true, ['UniqueID'])
  const others = [
    ...(foreign === undefined
      ? []
      : [`${foreign.slice(0, SHOWN_MAX)} as the reservation, not ${ids[0]?.slice(0, SHOWN_MAX) ?? ''}`]),
    ...(hotel === undefined
      ? []
      : [`${hotel.slice(0, SHOWN_MAX)} as the hotel, not ${hotelCodes[0]?.slice(0, SHOWN_MAX) ?? ''}`]),
  ]
  return others.length === 0 ? undefined : `Its answer names ${others.join(', and ')}: check that it stored this one.`
}

/** The same, where the EchoToken speaks for this message: a number of another length is the PMS's own. */
const isFormedAlike = (id: string, ids: readonly string[]): boolean =>
  isFormed(
    id,
    ids.filter((own) => own.length === id.length || !/^\p{Nd}+$/u.test(id)),
  )

/** Whoever names the system that an id is of may give one of its own, whatever its type. */
const isOwned = (node: XmlNode): boolean =>
  (node.name === 'UniqueID' ? ['ID_Context', 'URL'] : ['ResID_Source', 'ResID_SourceContext']).some(
    (owner) => (valueOf(node, owner) ?? '').trim() !== '',
  )

/** Whether an id could be one of ours by its form: the same words with other numbers, or characters parted alike. Plain numbers differ by no more than one digit. */
function isFormed(id: string, ids: readonly string[]): boolean {
  const [words, lengths] = [
    (one: string) => one.replaceAll(/\p{Nd}+/gu, '9'),
    (one: string) => one.replaceAll(/[\p{L}\p{Nd}]/gu, 'x'),
  ]
  const isNumber = /^\p{Nd}+$/u.test(id)
  return ids.some((own) =>
    isNumber
      ? /^\p{Nd}+$/u.test(own) && Math.abs(own.length - id.length) <= 1
      : words(own) === words(id) || lengths(own) === lengths(id),
  )
}

/** Why the answer is about another message by its EchoToken; undefined where it has none, or this one's. */
export function otherEcho(response: XmlNode, { echoToken }: { echoToken?: string | undefined }): string | undefined {
  const echoed = valueOf(response, 'EchoToken')
  return echoToken !== undefined && echoed !== undefined && echoed !== '' && echoed !== echoToken
    ? `The answer is about another message: its EchoToken is "${echoed.slice(0, SHOWN_MAX)}", this one's is "${echoToken.slice(0, SHOWN_MAX)}".`
    : undefined
}

/** Why the answer is about another message or reservation; undefined where nothing says so. `isOurs`: whether a foreign id can be that of another booking of ours. Default: any can. */
export function aboutAnother(
  response: XmlNode,
  { echoToken, ids = [] }: Asked,
  errors: readonly PmsProblem[] = [],
  isOurs: (id: string, ids: readonly string[]) => boolean = () => true,
): string | undefined {
  const stray = otherEcho(response, { echoToken })
  if (stray !== undefined) return stray
  const record =
    ids.length === 0
      ? undefined
      : errors.find(({ recordId }) => recordId !== undefined && !ids.includes(recordId))?.recordId
  const foreign = record ?? foreignId(response, ids, isOurs)
  return foreign === undefined
    ? undefined
    : `The answer is about another reservation: its id is "${foreign.slice(0, SHOWN_MAX)}", this one's is "${ids[0]?.slice(0, SHOWN_MAX) ?? ''}".`
}

/** A reservation of the answer whose ids of type 14 are all unknown to the message. Ids of other types are the PMS's own. */
function foreignId(
  response: XmlNode,
  ids: readonly string[],
  isOurs: (id: string, ids: readonly string[]) => boolean,
  elements: readonly string[] = ['UniqueID', 'HotelReservationID'],
): string | undefined {
  if (ids.length === 0) return undefined
  const byHolder = new Map<XmlNode, string[]>()
  for (const node of walkNodes(response)) {
    if (!elements.includes(node.name)) continue
    const id =
      node.name === 'UniqueID' && valueOf(node, 'Type') === RESERVATION_ID
        ? valueOf(node, 'ID')
        : node.name === 'HotelReservationID' && valueOf(node, 'ResID_Type') === RESERVATION_ID
          ? valueOf(node, 'ResID_Value')
          : undefined
    if (id === undefined || id === '' || (isOwned(node) && !ids.includes(id))) continue
    let holder = node
    while (holder.parent !== undefined && holder !== response && holder.name !== 'HotelReservation')
      holder = holder.parent
    byHolder.set(holder, [...(byHolder.get(holder) ?? []), id])
  }
  return [...byHolder.values()]
    .filter((told) => !told.some((id) => ids.includes(id)))
    .flat()
    .find((id) => isOurs(id, ids))
}
