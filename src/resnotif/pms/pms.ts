import { ALREADY_EXISTS, type AnswerProblem, writeAnswer, writeSoapFault } from '../answer/index.js'
import type { Envelope } from '../build/index.js'
import type { LintFinding, LintRule } from '../finding/index.js'
import { lintDecoded } from '../lint/index.js'
import { type CapturedMessage, captureMessage, type Message, statusIn } from '../read/index.js'
import { childOf, type DecodedXml, descend, valueOf } from '../xml/index.js'

/**
 * `strict` holds to the interface, refuses what lint calls an error, and knows what it has. `lenient` takes any notification, with warnings, and a repeated booking for the one that it has. `slow` and `flaky` are
 * strict, one answering late, one answering 500, then losing the connection after it took the message, then answering well. `rejecting` refuses everything.
 */
const PERSONAS = ['strict', 'lenient', 'slow', 'rejecting', 'flaky'] as const
export type Persona = (typeof PERSONAS)[number]

interface PmsOptions {
  persona: Persona
  /** Wait before each answer of `slow`, milliseconds. Default 20,000. */
  delayMs?: number
  /** OpenTravel error code of `rejecting`. Default 392, the hotel code is not valid. */
  rejectCode?: string
}

export interface PmsReply {
  /** `cut`: the connection ends without an answer. */
  action: 'answer' | 'cut'
  status: number
  body: string
  envelope: Envelope
  delayMs: number
  /** What the PMS did with the message. */
  outcome: 'taken' | 'known already' | 'refused' | 'failed' | 'taken, connection cut'
  id?: string
  resStatus?: string
  findings: LintFinding[]
  /** Of what was taken: lets go of it again, because it could not be kept after all, so that the same message is taken another time. */
  release?: () => void
}

/** What a PMS answers a message by, whatever else it knows. Plain data: reading takes long, and another thread may do it. */
export interface PmsReading {
  findings: LintFinding[]
  hasErrors: boolean
  facts: Facts
}

/** A PMS with a memory: which reservations it has been told of. */
export interface Pms {
  /** Whether it holds messages to the counters of this service. */
  readonly expectComposite: boolean
  /** Reads a message, and answers it. */
  take(message: DecodedXml): PmsReply
  /** Answers a message that is read. */
  answer(reading: PmsReading): PmsReply
}

/** OpenTravel error codes by what lint found; 320, a value is not valid, for the others. */
const CODES: Partial<Record<LintRule, string>> = {
  'counter-missing': '321',
  'rph-missing': '321',
  'index-missing': '321',
  'unit-without-guest': '321',
  'time-span-missing': '321',
  'unique-id-missing': '321',
  'hotel-missing': '321',
  'surname-missing': '321',
  'amount-invalid': '367',
  'guest-of-unbooked-unit': '783',
  'date-invalid': '15',
  'date-order': '404',
  'code-too-long': '407',
  'element-order': '367',
  'control-character': '367',
  'index-changing': '767',
  'index-from-counter': '767',
  'index-out-of-range': '767',
}
const UNREADABLE: ReadonlySet<string> = new Set(
  (
    'xml-broken xml-doctype xml-entity xml-too-large xml-too-deep control-character encoding ' + 'not-a-notification'
  ).split(' '),
)
/** List EWT: 3 a business rule, 7 protocol violation, 10 a required field is missing. */
const [RULE, PROTOCOL, MISSING] = ['3', '7', '10']
const RESERVATION = '14'
const FLAKY_TURNS = ['failed', 'cut', 'well'] as const

/**
 * @param captured the same message where it is read already
 * @param envelope what the message came in as a string, which the answer then has as well
 */
export function readForPms(
  decoded: DecodedXml,
  {
    expectComposite,
    captured = captureMessage(decoded.text),
    envelope = envelopeOf(captured.message),
  }: { expectComposite: boolean; captured?: CapturedMessage; envelope?: Envelope | undefined },
): PmsReading {
  const { findings, hasErrors } = lintDecoded(decoded, { expectComposite }, captured)
  return { findings, hasErrors, facts: { ...factsOf(captured.message), envelope } }
}

/** A PMS for trying things out. Interface: "Events"; wire defaults, "The reservation notification". */
export function createPms({ persona, delayMs = 20_000, rejectCode = '392' }: PmsOptions): Pms {
  const known = new Set<string>()
  let turns = 0
  const expectComposite = persona !== 'lenient'
  return {
    expectComposite,
    take(decoded) {
      return this.answer(readForPms(decoded, { expectComposite }))
    },
    answer({ findings, hasErrors, facts }) {
      const common = {
        action: 'answer' as const,
        status: 200,
        envelope: facts.envelope,
        delayMs: persona === 'slow' ? delayMs : 0,
        id: facts.ids[0],
        resStatus: facts.resStatus,
        findings,
      }
      const refuse = (errors: AnswerProblem[], status = 200): PmsReply => ({
        ...common,
        status,
        outcome: 'refused',
        body: writeAnswer({ ...facts, errors }),
      })
      const turn = persona === 'flaky' ? FLAKY_TURNS[turns++ % FLAKY_TURNS.length] : 'well'
      if (turn === 'failed')
        return { ...common, status: 500, outcome: 'failed', body: 'The PMS has a moment of weakness.\n' }

      const unreadable = findings.find(({ rule, severity }) => severity === 'error' && UNREADABLE.has(rule))
      if (unreadable !== undefined) {
        const reason = `${unreadable.rule}: ${unreadable.found ?? unreadable.why} (line ${unreadable.line}, column ${unreadable.column})`
        if (facts.envelope === 'none')
          return refuse([{ type: PROTOCOL, code: '367', shortText: reason, text: unreadable.why }], 400)
        return {
          ...common,
          status: facts.envelope === 'soap11' ? 500 : 400,
          outcome: 'refused',
          body: writeSoapFault(facts.envelope, reason),
        }
      }
      if (persona === 'rejecting')
        return refuse([{ type: RULE, code: rejectCode, shortText: 'refused as a matter of principle' }])
      if (hasErrors && persona !== 'lenient')
        return refuse(findings.filter(({ severity }) => severity === 'error').map(problemOf))
      const again = /modif|cancel/i.test(facts.resStatus ?? '') ? undefined : facts.ids.find((id) => known.has(id))
      if (again !== undefined && persona !== 'lenient')
        return {
          ...refuse([{ type: RULE, code: ALREADY_EXISTS, shortText: `reservation ${again} exists already` }]),
          outcome: 'known already',
        }
      const added = facts.ids.filter((id) => !known.has(id))
      for (const id of added) known.add(id)
      const release = (): void => added.forEach((id) => known.delete(id))
      const warnings = findings.filter(({ severity }) => severity !== 'info').map(problemOf)
      const body = writeAnswer({
        ...facts,
        warnings,
        reservationIds: facts.ids.map((value) => ({ type: RESERVATION, value })),
      })
      return turn === 'cut'
        ? { ...common, action: 'cut', outcome: 'taken, connection cut', body: '', release }
        : { ...common, outcome: again === undefined ? 'taken' : 'known already', body, release }
    },
  }
}

function problemOf({ rule, line, column, node, why, found, expected }: LintFinding): AnswerProblem {
  const code = CODES[rule] ?? '320'
  const values = [
    found === undefined ? undefined : `found ${found}`,
    expected === undefined ? undefined : `expected ${expected}`,
  ].filter((part) => part !== undefined)
  return {
    type: code === '321' ? MISSING : RULE,
    code,
    shortText: `${rule} at line ${line}, column ${column}`,
    text: `${why}${values.length === 0 ? '' : ` (${values.join(', ')})`}`,
    tag: node,
  }
}

/** An envelope of an unknown kind is answered with a bare message. */
export const envelopeOf = ({ root, envelope }: Pick<Message, 'root' | 'envelope'>): Envelope =>
  root === undefined || envelope === 'other' ? 'none' : envelope

interface Facts {
  envelope: Envelope
  echoToken?: string
  version?: string
  /** What the message is taken for; undefined of what is no notification. */
  resStatus?: string | undefined
  /** Of each reservation its UniqueID, else its first HotelReservationID. */
  ids: string[]
}

function factsOf({ notification, reservations }: Message): Omit<Facts, 'envelope'> {
  const id = (node: (typeof reservations)[number]['node']): string | undefined =>
    valueOf(childOf(node, 'UniqueID'), 'ID') ??
    valueOf(descend(node, 'ResGlobalInfo', 'HotelReservationIDs', 'HotelReservationID'), 'ResID_Value')
  return {
    echoToken: valueOf(notification, 'EchoToken'),
    version: valueOf(notification, 'Version'),
    resStatus: notification === undefined ? undefined : (statusIn({ notification, reservations }) ?? 'Commit'),
    ids: reservations.flatMap(({ node }) => id(node) ?? []),
  }
}
