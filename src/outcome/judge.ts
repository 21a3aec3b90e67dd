import { type EndpointKey, type OpenedAnswer, openEnvelope } from '../contract/index.js'
import {
  doubtsInHeaders,
  droppedEntries,
  flagsInRecord,
  isPlainResult,
  isPlainSuccess,
  isResultAgainst,
  otherBeside,
  notesIn,
  otherMembers,
  type ReadAs,
  type Said,
  sentTexts,
  saidInHeaders,
  saidOfLookUp,
  saidOfRead,
  textsIn,
  wordsAgainst,
} from './beside/index.js'
import { claimsSuccess, type Doubt, doubtsIn, doubtsOfCard, voiceOf, warningsIn, wordOf } from './doubts/index.js'
import { isObject, mismatchesOf, shown, valuesAt } from './echo/index.js'
import { aboutEntries, type Batch, batchIn, NO_ENTRIES } from './entries/index.js'
import {
  isUnfinished,
  judgeMissing,
  judgeRead,
  missingInWords,
  PARTIAL,
  payloadOf,
  saysLater,
  unfinished,
} from './judge-read.js'
import { judgeState } from './judge-state.js'
import { judgeStatus } from './judge-status.js'
import {
  type Asked,
  type EndpointRule,
  type Heard,
  type JudgeContext,
  type Judgement,
  type Judging,
  RAW_READ,
  RAW_WRITE,
  RULES,
} from './rules/index.js'
import { ownFields } from './own-fields.js'
import { provedBefore } from './plain-answers.js'
import { done, echoOf, nextAfterDoubt, refused, sentence, unknown, unusable } from './words.js'

/** The rules of an endpoint, or of a request that the contract does not have. */
export function ruleOf(key: EndpointKey | undefined, method: string): EndpointRule {
  if (key !== undefined) return RULES[key]
  return method === 'GET' ? RAW_READ : RAW_WRITE
}

/**
 * The one place that decides what a complete answer means. It never calls something done that the answer does not prove, and nothing refused that the
 * service does not refuse. Interface: "Common response envelope", "Endpoints", "States and transitions", "Errors"; wire defaults 6, 7, 24 to 26.
 */
export function judgeAnswer(
  rule: EndpointRule,
  label: string,
  asked: Asked,
  heard: Heard,
  context: JudgeContext,
): Judgement {
  const judging: Judging = { rule, label, asked, heard, context }
  const known = provedBefore(judging)
  if (known !== undefined) return known
  const byStatus = judgeStatus(judging)
  if (byStatus !== undefined && byStatus.fate !== 'refused') return byStatus
  if (byStatus !== undefined && saysLater(judging))
    return unfinished(judging, openEnvelope(heard.body, context.names, context.fields), 'later')
  if (byStatus?.code === 'NOT_FOUND' && rule.effect === 'read' && rule !== RAW_READ)
    return judgeMissing(judging, byStatus)
  const missing = byStatus === undefined ? undefined : missingInWords(judging)
  if (missing !== undefined) return missing
  if (byStatus !== undefined)
    return saysDone(judging)
      ? unknown(judging, `it answered HTTP ${heard.status} and success at once`, { isFinal: true })
      : ofRepeat(judging, byStatus)
  if (heard.body === undefined)
    return rule.effect === 'read' && PARTIAL.has(heard.status) ? unfinished(judging) : judgeNoJson(judging)
  const opened = openEnvelope(heard.body, context.names, context.fields)
  const voice = voiceOf(opened, context.labels, rule.effect === 'write')
  if (voice === 'no' && !holdsRecord(judging, opened))
    return missingInWords(judging) ?? ofRepeat(judging, refused(judging, opened))
  if (voice === 'no')
    return unknown(judging, `it answered failure and the record at once: ${sentence(judging, opened)}`, {
      opened,
      isFinal: true,
    })
  if (voice === 'both') return judgeContradiction(judging, opened)
  if (rule.effect === 'read')
    return isUnfinished(judging, opened, voice)
      ? unfinished(judging, opened, voice)
      : withSaid(judging, judgeRead(judging, opened))
  if (heard.status === 202 || voice === 'later')
    return unknown(
      judging,
      heard.status === 202
        ? 'it accepted the request (HTTP 202) and does not say that it is done'
        : `it labelled its answer "${context.show(opened.label ?? shown(opened.success), 80)}", which does not say that it is done`,
      { isFinal: true },
    )
  if (voice === 'odd') {
    const next = `${nextAfterDoubt(rule, asked)} If the label means success, name it in successLabels of a wire overlay.`
    return unknown(
      judging,
      `it labelled its answer "${context.show(opened.label ?? shown(opened.success), 80)}", which this version does not know`,
      { opened, isFinal: true, next },
    )
  }
  const mayHold = rule.states?.done.includes('pending') === true
  const doubts = [
    ...doubtsIn(heard.body, context.names, context.fields, rule.isBatch === true, mayHold),
    ...doubtsInHeaders(heard.headers, mayHold),
  ]
  if (doubts.length > 0) return judgeDoubts(judging, opened, voice === 'yes', doubts)
  const judgement = judgeWrite(judging, opened, voice === 'yes')
  return judgement.fate === 'done' ? judgeBeside(judging, opened, voice === 'yes', judgement) : judgement
}

/** What a service warns of beside what was read is told, and changes nothing else. */
function withSaid(judging: Judging, judgement: Judgement): Judgement {
  const { rule, context } = judging
  if (judgement.fate !== 'done' || rule === RAW_READ || rule.provesItself === true) return judgement
  return { ...judgement, ...toldOf(context, rule.isLookUp === true ? saidOfLookUp(judging) : saidOfRead(judging)) }
}

/** Texts of the service as they may be shown; none where there are none. */
function toldOf(
  { show }: JudgeContext,
  { warnings, additions }: { warnings: readonly string[]; additions: readonly string[] },
): Pick<Judgement, 'warnings' | 'additions'> {
  return {
    ...(warnings.length === 0 ? {} : { warnings: warnings.map((text) => show(text, 300)) }),
    ...(additions.length === 0 ? {} : { additions: additions.map((text) => show(text, 300)) }),
  }
}

/** What stands beside a success that is proved: what speaks against it leaves it open, and what is more than the word of success is told. */
function judgeBeside(judging: Judging, opened: OpenedAnswer, saysYes: boolean, judgement: Judgement): Judgement {
  const { rule, asked, heard, context } = judging
  const { body } = heard
  let isOfAll = rule.isBatch === true && isNothing(payloadOf(judging, opened))
  const sent = (): readonly unknown[] | undefined => {
    isOfAll = false
    return entriesOf(asked)
  }
  const how: ReadAs = {
    mayHold: rule.states?.done.includes('pending') === true,
    isCard: rule.comparesCard === true,
    batch: rule.isBatch === true ? batchOf(asked) : undefined,
  }
  const texts = textsIn(body, context.names, context.fields, rule.isBatch === true).filter(
    ({ value }) => wordOf(value, context.labels) !== 'yes',
  )
  const warned = saidInHeaders(heard.headers)
  const entries = rule.isBatch === true ? aboutEntries(judging, sent) : NO_ENTRIES
  const others =
    rule === RAW_WRITE
      ? []
      : otherMembers(judging, sent, {
          texts: new Set(texts.map(({ value }) => value)),
          clear: entries.clear,
        })
  const isSingle = rule.isBatch !== true && rule !== RAW_WRITE
  const notes = isSingle ? notesIn(body, context.names, context.fields).filter((note) => !isSent(note, asked)) : []
  // In a booking, a note may be the guest's; elsewhere it may be of the thing, and is judged where it speaks of the deed.
  const isBooking = rule.proof === 'state' || rule.comparesCard === true
  const judged = isBooking ? texts : [...texts, ...notes.filter(({ value }) => OF_DEED.test(value))]
  const against = wordsAgainst([...judged, ...warned, ...others.flatMap(({ texts: told }) => told)], asked, how)
  const dropped =
    against.length === 0 && rule.isBatch === true ? droppedEntries(body, context.names, context.fields, sent) : []
  const said = against.length === 0 ? dropped : against
  if (said.length > 0) return judgeDoubts(judging, opened, saysYes, said)
  const other = rule.isBatch === true ? entries.other : rule === RAW_WRITE ? undefined : otherBeside(judging)
  if (other !== undefined)
    return unknown(
      judging,
      `it answered success and ${context.show(other.field, 80)} ${context.show(other.answered, 80)}, not ${context.show(other.asked, 80)}`,
      { opened, isFinal: true, facts: { mismatch: other } },
    )
  const warnings = [
    ...new Set([...warningsIn(body, context.names, context.fields), ...warned.map(({ value }) => value)]),
  ]
  const additions = [
    ...[...new Map([...texts, ...notes].map((one) => [one.value, one])).values()]
      .filter(({ value }) => !warnings.includes(value) && !isPlain(value))
      .map(({ value }) => value.trim()),
    ...others.map(({ told }) => told),
    ...entries.unclear,
  ].slice(0, ADDITIONS_TOLD)
  if (isOfAll && texts.length + warnings.length + additions.length === 0) context.plain?.add(heard.text)
  return { ...judgement, ...toldOf(context, { warnings, additions }) }

  function isPlain(text: string): boolean {
    return isPlainSuccess(text, asked, judgement.result, how)
  }
}

const isNothing = (payload: unknown): boolean => payload === undefined || payload === null

const OF_DEED =
  /\b(?:changes?|updates?|edits?|requests?|approv(?:al|ed)|review(?:ed)?|moderation|stored|saved|applied|processed|published|accepted)\b/i

/** What was sent is told back, wherever it stands. */
const isSent = ({ value }: Said, asked: Asked): boolean => sentTexts(asked).includes(value)

/** Texts of one answer that are told beside its success. */
const ADDITIONS_TOLD = 20

/** The entries of a batch, read once a text asks for them. */
function batchOf(asked: Asked): () => Batch {
  let read: Batch | undefined
  return () => (read ??= batchIn(entriesOf(asked) ?? [], asked.body))
}

/** The entries of a batch; undefined where they are not known. */
function entriesOf({ body, entries }: Asked): readonly unknown[] | undefined {
  if (entries !== undefined) return entries()
  const held = isObject(body) ? (body['room_settings'] ?? body['availabilities']) : undefined
  return Array.isArray(held) ? held : undefined
}

/** A refusal speaks of the attempt that it answers: what one before it did that may have arrived, it does not say. */
function ofRepeat(judging: Judging, refusal: Judgement): Judgement {
  const { rule, heard, context } = judging
  if (rule.effect === 'read' || !heard.isRepeat) return refusal
  const opened = openEnvelope(heard.body, context.names, undefined)
  return unknown(
    judging,
    `an attempt before may have arrived, and the last one was answered HTTP ${heard.status}: ${heard.body === undefined ? context.summary() : sentence(judging, opened)}`,
    { isFinal: true, opened },
  )
}

/** Shows what tells against success, as it stands in the answer: nobody here knows what exactly it means. */
function judgeDoubts(judging: Judging, opened: OpenedAnswer, saysYes: boolean, doubts: readonly Doubt[]): Judgement {
  const { show } = judging.context
  const findings = doubts.map(({ field, value }) => ({ field: show(field, 200), reason: show(shown(value), 300) }))
  const said = findings
    .slice(0, 3)
    .map(({ field, reason }) => `${field} ${show(reason, 120)}`)
    .join(', ')
  return unknown(judging, `it answered ${saysYes ? 'success and also ' : ''}${said}`, {
    opened,
    isFinal: true,
    findings,
  })
}

function judgeNoJson(judging: Judging): Judgement {
  const { rule, heard, context } = judging
  const isEmpty = heard.text.trim() === ''
  if (isEmpty && rule.effect === 'write' && rule.proof === 'word' && rule.isBatch !== true && heard.status === 204)
    return done(judging, echoOf(judging))
  if (isEmpty && rule.effect === 'read') {
    const checked = context.read(undefined)
    if (checked.ok) return done(judging, checked.value)
  }
  if (!isEmpty && rule === RAW_READ) return done(judging, heard.text)
  const what = isEmpty
    ? `it answered HTTP ${heard.status} with an empty body`
    : `it answered HTTP ${heard.status} with something that is not JSON: ${context.summary()}`
  if (rule.effect === 'write') return unknown(judging, what, { isFinal: !isTorn(heard.text) })
  return unusable(judging, what.replace(/^it/, 'the service'), {
    isFinal: !isTorn(heard.text),
    next: 'Check that the base address is that of the service, then try again.',
  })
}

/** JSON that breaks off: the rest may come with the next attempt. */
export function isTorn(text: string): boolean {
  return /^\s{0,100}[[{"]/.test(text.slice(0, 200))
}

/** A status that refuses a write, and a body that says it is done: its word of success, or the bare record. A conflict may show what is there already. */
function saysDone(judging: Judging): boolean {
  const { rule, heard, context } = judging
  if (rule.effect === 'read' || heard.body === undefined) return false
  const opened = openEnvelope(heard.body, context.names, context.fields)
  return (
    claimsSuccess(opened, context.labels) ||
    (heard.status !== 409 && voiceOf(opened, context.labels, true) === 'none' && holdsRecord(judging, opened))
  )
}

/** Says failure, and holds the record that was to be made, or its id: that is no plain refusal. */
function holdsRecord({ rule, context }: Judging, { result }: OpenedAnswer): boolean {
  if (rule.effect === 'read' || rule.isBatch === true || rule === RAW_WRITE) return false
  if (rule.proof === 'word')
    return typeof result === 'object' && result !== null && Object.keys(result).length > 0 && context.read(result).ok
  return (
    valuesAt(result, rule.proof === 'state' ? 'bookingId' : 'id').length > 0 ||
    (typeof result === 'object' && result !== null && context.read(result).ok)
  )
}

function judgeContradiction(judging: Judging, opened: OpenedAnswer): Judgement {
  const said = sentence(judging, opened)
  if (judging.rule.effect === 'write')
    return unknown(judging, `it answered success and an error at once: ${said}`, { opened, isFinal: true })
  return refused(judging, opened, 'The service answered success and an error at once')
}

function judgeWrite(judging: Judging, opened: OpenedAnswer, saysYes: boolean): Judgement {
  const { rule, context, asked } = judging
  const payload = payloadOf(judging, opened)
  if (rule === RAW_WRITE) return done(judging, judging.heard.body)
  if (rule.isBatch === true && !saysYes)
    return unknown(judging, 'its answer says neither success nor failure', { opened, isFinal: true })
  if (isNothing(payload) && rule.proof === 'word' && saysYes) return done(judging, echoOf(judging))
  if (isNothing(payload))
    return unknown(
      judging,
      saysYes ? 'it answered success without a result' : 'its answer says neither success nor failure',
      { opened, isFinal: true },
    )
  if (rule.proof === 'word' && saysYes && isWordOfIt(judging, payload)) return done(judging, echoOf(judging))
  // What answers a batch has no record to be read: a number, a text or a list in its place is told, and open where it speaks against the success.
  if (rule.isBatch === true && isPlainResult(payload))
    return isResultAgainst(payload, context.labels)
      ? judgeDoubts(judging, opened, saysYes, [{ field: 'result', value: payload }])
      : done(judging, echoOf(judging))
  const checked = context.read(payload)
  if (!checked.ok) {
    const findings = checked.findings
      .slice(0, 10)
      .map(({ field, reason }) => ({ field: field === undefined || field === '' ? 'result' : field, reason }))
    return unknown(
      judging,
      `it answered ${saysYes ? 'success with ' : ''}a result that this version does not understand`,
      { opened, isFinal: true, findings },
    )
  }
  const doubts = [
    ...(rule.comparesCard === true ? doubtsOfCard(checked.value) : []),
    ...(rule.isBatch === true
      ? []
      : flagsInRecord(checked.value, {
          mayHold: rule.comparesCard === true || rule.states?.done.includes('pending') === true,
          isBooking: rule.proof === 'state' || rule.comparesCard === true,
          isUpdate: judging.label.endsWith('.update'),
          own: ownFields(judging.label as EndpointKey, isObject(asked.body) ? asked.body : {}),
        }).map(({ field, value }) => ({ field: `result.${field}`, value }))),
  ]
  if (doubts.length > 0) return judgeDoubts(judging, opened, saysYes, doubts)
  const [id] = valuesAt(checked.value, rule.proof === 'state' ? 'bookingId' : 'id')
  if (rule.proof !== 'word' && id !== undefined && !isRecordId(id))
    return unknown(judging, `it answered with the id ${context.show(shown(id), 80)}, which no record has`, {
      opened,
      isFinal: true,
    })
  if (rule.proof === 'record' && (id === undefined || String(id).trim() === ''))
    return unknown(judging, 'it answered a record without an id', { opened, isFinal: true })
  const [mismatch] = mismatchesOf(rule, asked, checked.value, checked.named)
  if (mismatch !== undefined) {
    return unknown(
      judging,
      `it answered with ${mismatch.field} ${context.show(mismatch.answered, 80)}, not ${context.show(mismatch.asked, 80)}`,
      {
        opened,
        isFinal: true,
        facts: { mismatch, ...(rule.proof === 'state' ? heldAs(checked.value, mismatch.field) : {}) },
      },
    )
  }
  const [state] = valuesAt(checked.value, 'status')
  return rule.proof === 'state'
    ? judgeState(judging, checked.value, typeof state === 'string' ? state : undefined)
    : done(judging, checked.value)
}

/** Beside a word of success, and in place of the record: that word once more, or the id of what was asked for. */
function isWordOfIt({ rule, asked, context }: Judging, payload: unknown): boolean {
  if (payload === true || payload === 1) return true
  if (typeof payload !== 'string' && typeof payload !== 'number' && typeof payload !== 'bigint') return false
  const text = String(payload).trim()
  const isId = Object.values(rule.same ?? {}).some((path) => valuesAt(asked, path).some((id) => String(id) === text))
  return isId || text === '1' || (typeof payload === 'string' && wordOf(text, context.labels) === 'yes')
}

/** The booking that an answer about another stay names: it may be what became of the request. One under another id of the channel is somebody else's. */
function heldAs(record: unknown, field: string): Record<string, unknown> {
  const [[bookingId], [state]] = [valuesAt(record, 'bookingId'), valuesAt(record, 'status')]
  if (bookingId === undefined || field === 'channelBookingId' || field === 'bookingId') return {}
  return { bookingId: String(bookingId), ...(typeof state === 'string' ? { state } : {}) }
}

/** An id that is a number is a whole one from 1 on: 0 and -1 are what programs write where there is no record. */
function isRecordId(id: unknown): boolean {
  const text = String(id).slice(0, 100).trim()
  const isNumber = typeof id !== 'string' || /^[+-]?\d{1,40}(\.\d{1,40})?$/.test(text)
  return !isNumber || (/^\d{1,40}$/.test(text) && BigInt(text) > 0n)
}
