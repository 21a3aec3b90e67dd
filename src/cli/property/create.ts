import { LOOK_AGAIN_MS, mayBeBehind, putOffMs, type Tell, waitPutOff } from '../../booking/index.js'
import type { ClientInput } from '../../client/index.js'
import type { ResultOf } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { asksToWait, fateOf, mismatchesOf, RULES, wasAnswered } from '../../outcome/index.js'
import { pause } from '../../clock.js'
import { type Call, faultOrThrow, findByHubId, isMute } from '../../property-file/index.js'
import { shellWord } from '../../shell-word.js'
import { refuseOtherCase } from './other-case.js'

export interface CreatedProperty {
  property: ResultOf<'property.create'>
  /** Why the look-up had to tell; undefined where the answer itself did. */
  doubt?: Fault | undefined
}

export interface CreateOptions {
  tell?: Tell | undefined
  /** Ends every pause. */
  signal?: AbortSignal | undefined
  waitMs?: readonly number[]
  /** A look before showed that there was none; else one that is found may be older than this command. */
  wasAbsent?: boolean
}

/**
 * Creates a property. Where the answer leaves a doubt or refuses, it is looked up by its hubSwitchId, so that nothing is repeated blindly: it is sent again
 * only where the service asked to come back later and holds no such property.
 * @throws Fault REFUSED; UNREACHABLE where it surely was not created; OUTCOME_UNKNOWN where that cannot be told
 */
export async function createProperty(
  call: Call,
  body: Body,
  { tell, signal, waitMs = LOOK_AGAIN_MS, wasAbsent = true }: CreateOptions = {},
): Promise<CreatedProperty> {
  let hadIt = false
  // Who may not look, or is told nothing, learns nothing by looking: the word of the service stands.
  const isBlind = (fault: Fault): boolean => (fault.code === 'FORBIDDEN' || isMute(fault)) && !wasAbsent
  for (let sent = 1; ; sent += 1) {
    const answer = await call('property.create', { body }).catch(faultOrThrow)
    if (!(answer instanceof Fault)) return { property: answer }
    const fate = fateOf(answer)
    if (answer.code === 'SIGN_IN_REFUSED' || (fate !== 'unknown' && fate !== 'refused')) throw answer
    const putOff = putOffMs(answer, sent)
    if (putOff !== undefined) await waitPutOff(putOff, answer, { tell, signal })
    hadIt ||= mayBeBehind(answer) || (!asksToWait(answer) && (wasAnswered(answer) || sent > 1))
    const found = await lookFor(call, body, fate === 'refused' && sent === 1 ? [0] : waitMs, signal)
    const unlike = found === undefined || found instanceof Fault ? undefined : differences(body, found, answer)
    const isOurs = found !== undefined && !(found instanceof Fault) && unlike !== undefined && isSame(unlike)
    if (isOurs && !wasAbsent) throw afterRefusal(body, answer, found.id)
    if (isOurs && (fate === 'unknown' || sent > 1)) return { property: found, doubt: answer }
    if (fate === 'refused')
      throw afterRefusal(
        body,
        answer,
        isOurs ? found.id : found instanceof Fault && !(isBlind(found) && sent === 1) ? found : undefined,
      )
    if (found !== undefined || (hadIt && putOff === undefined)) throw doubtFault(body, answer, found, unlike)
    if (putOff === undefined) {
      const why = asksToWait(answer)
        ? 'The service asks to come back later (HTTP 429), and it'
        : 'No answer came, and the service'
      throw new Fault('UNREACHABLE', `${why} holds no property with the hubSwitchId ${body.hubSwitchId}.`, {
        next: 'Run the command again: it looks once more before it creates.',
        facts: { ...answer.facts, fate: 'absent' },
      })
    }
  }
}

/** Looks by the hubSwitchId until it is found: a request that was cut off may still be at work. One look that fails tells nothing. */
async function lookFor(
  call: Call,
  { hubSwitchId }: Body,
  waitMs: readonly number[],
  signal?: AbortSignal,
): Promise<Found | Fault | undefined> {
  for (const ms of waitMs) {
    await pause(ms, signal)
    const found = await findByHubId(call, hubSwitchId).catch(faultOrThrow)
    if (found !== undefined) return found
  }
  return undefined
}

type Found = ResultOf<'property.getByHubId'>

/**
 * Looks whether the property is there before it is created, so that a repeat after a lost answer creates nothing twice.
 * @returns the property, where it is there with every value that was to be sent; and whether the look showed that there was none
 * @throws Fault GUARD_RAIL where it is there with other values; the fault of a look-up that failed
 */
export async function alreadyThere(call: Call, body: Body): Promise<{ there?: Found; wasAbsent: boolean }> {
  const found = await lookFor(call, body, [0])
  if (found === undefined) await refuseOtherCase(call, body.hubSwitchId, 'hubSwitchId')
  // An account that may not look may still create, and so may one of a service that has no such look-up: a duplicate is refused by the service (wire default 7).
  if (found === undefined || (found instanceof Fault && (found.code === 'FORBIDDEN' || isMute(found))))
    return { wasAbsent: found === undefined }
  if (found instanceof Fault)
    throw new Fault(
      found.code,
      `Before it is created, the property is looked up by its hubSwitchId, and that failed: ${found.message}`,
      {
        next: `${found.next} Nothing was created.`,
        facts: { ...found.facts, fate: 'absent' },
        findings: found.findings,
      },
    )
  const unlike = differences(body, found)
  if (isSame(unlike)) return { there: found, wasAbsent: false }
  throw new Fault(
    'GUARD_RAIL',
    `There is a property with the hubSwitchId ${body.hubSwitchId} already, ${found.id}, which ${unlikeWords(unlike)}. Nothing was sent.`,
    {
      next: `Change it with "hubswitch property update ${shellWord(found.id)}", or create another one under another hubSwitchId.`,
      facts: { propertyId: found.id, hubSwitchId: body.hubSwitchId, ...unlike },
    },
  )
}

type Body = ClientInput<'property.create'>['body']

/** How a property that was looked up is not, or is not shown to be, the one that was sent. */
interface Unlike {
  /** Fields that it shows otherwise. */
  differs: string[]
  /** Fields that would have to be the same and that it does not show. */
  notShown: string[]
}

const isSame = ({ differs, notShown }: Unlike): boolean => differs.length + notShown.length === 0

/**
 * Compares a property that was looked up with what was sent, as an answer to the create itself would be. What the answer said otherwise, the look-up has to
 * say rightly: leaving it out settles nothing.
 */
function differences(body: Body, found: Readonly<Record<string, unknown>>, answer?: Fault): Unlike {
  const { field } = (answer?.facts['mismatch'] ?? {}) as { field?: string }
  const toBeTold = new Set(['code', 'name', 'status', ...(field === undefined ? [] : [field.split('.')[0] as string])])
  return {
    differs: [...new Set(mismatchesOf(RULES['property.create'], { body }, found).map((other) => other.field))],
    notShown: [...toBeTold].filter((name) => found[name] === undefined || found[name] === null),
  }
}

function unlikeWords({ differs, notShown }: Unlike): string {
  const hidden = notShown.length === 0 ? [] : [`does not show its ${notShown.join(', ')}`]
  return [...(differs.length === 0 ? [] : [`differs in ${differs.slice(0, 10).join(', ')}`]), ...hidden].join(' and ')
}

const lookNext = (body: Body): string =>
  `Run "hubswitch property get --hub-id ${shellWord(body.hubSwitchId)}" and see whether it is yours, before you repeat this.`

/** A refusal stands, unless the service holds just what was to be created, or the look-up fails: this command may have done it. */
function afterRefusal(body: Body, refusal: Fault, seen: string | number | bigint | Fault | undefined): Fault {
  if (seen === undefined) return refusal
  const words =
    seen instanceof Fault
      ? `It is not known whether the service has created it. The look-up failed: ${seen.message}`
      : `Property ${seen} exists with these values; it is not known whether by this command.`
  return new Fault('OUTCOME_UNKNOWN', `${refusal.message} ${words}`, {
    next: lookNext(body),
    facts: { ...refusal.facts, fate: 'unknown' },
    findings: refusal.findings,
  })
}

function doubtFault(
  body: Body,
  doubt: Fault,
  found: { id: string | number | bigint } | Fault | undefined,
  unlike?: Unlike,
): Fault {
  return new Fault('OUTCOME_UNKNOWN', `${doubt.message} ${seenWords(found, unlike)}`, {
    next: lookNext(body),
    facts: { ...doubt.facts, ...(unlike === undefined || isSame(unlike) ? {} : unlike) },
    findings: doubt.findings,
  })
}

function seenWords(found: { id: string | number | bigint } | Fault | undefined, unlike: Unlike | undefined): string {
  if (found === undefined) return 'A look-up does not find it, which proves nothing: the service did answer.'
  if (found instanceof Fault) return `The look-up failed as well: ${found.message}`
  return `There is a property with this hubSwitchId, ${found.id}${unlike === undefined || isSame(unlike) ? '' : `, which ${unlikeWords(unlike)}`}; it may be an older one.`
}
