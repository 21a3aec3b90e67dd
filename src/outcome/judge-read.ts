import { type OpenedAnswer, openEnvelope } from '../contract/index.js'
import { doubtOfAbsence, gapOfAbsence, restOf, type Voice, voiceOf } from './doubts/index.js'
import { mismatchesOf, shown } from './echo/index.js'
import type { Judgement, Judging } from './rules/index.js'
import { done, refused, sentence, unusable } from './words.js'

/** What the answer to a read shows: what is there, what is not, or neither. */

/** Statuses of success that say themselves that it is not all, or not yet. */
export const PARTIAL: ReadonlyMap<number, string> = new Map([
  [202, 'accepted the request'],
  [206, 'answered a part'],
  [207, 'answered for each part by itself'],
])

/** Whether what was read may be half of it, or nothing yet. The label of a record whose fields nobody knows may be its own. */
export function isUnfinished({ rule, heard }: Judging, opened: OpenedAnswer, voice: Voice): boolean {
  if (PARTIAL.has(heard.status)) return true
  if (rule.provesItself === true) return false
  return (voice === 'later' || voice === 'odd') && opened.isLabelDoubtful !== true
}

/** "Not found" beside the word that it is still at work. */
export function saysLater({ rule, heard, context }: Judging): boolean {
  return (
    rule.effect === 'read' &&
    heard.status === 404 &&
    heard.body !== undefined &&
    voiceOf(openEnvelope(heard.body, context.names, context.fields), context.labels, false) === 'later'
  )
}

/** A read whose answer says that it is not finished, or does not say in known words that it is, shows neither what is there nor what is not. */
export function unfinished(judging: Judging, opened?: OpenedAnswer, voice?: Voice): Judgement {
  const { heard, context } = judging
  const label = context.show(opened?.label ?? shown(opened?.success ?? ''), 80)
  const why = PARTIAL.has(heard.status)
    ? `${PARTIAL.get(heard.status)} (HTTP ${heard.status}), which is no finished answer`
    : `labelled its answer "${label}", ${voice === 'later' ? 'which does not say that it is finished' : 'which this version does not know'}`
  const next = PARTIAL.has(heard.status)
    ? 'Nothing of it can be relied on. Try again later.'
    : `Nothing of it can be relied on. Try again later${voice === 'later' ? '' : '; if the label means success, name it in successLabels of a wire overlay'}.`
  return unusable(judging, `the service ${why}`, { isFinal: true, code: 'ANSWER_UNKNOWN', next })
}

/** What the answer is about. */
export function payloadOf({ heard, context }: Judging, opened: OpenedAnswer): unknown {
  if (!context.isBare) return opened.result
  // An endpoint without envelope may have one in practice.
  const isWrapped =
    opened.hasEnvelope && opened.result !== undefined && (opened.label !== undefined || opened.success !== undefined)
  return isWrapped && context.read(opened.result).ok ? opened.result : heard.body
}

/** Judges the answer to a read that says that it is finished. */
export function judgeRead(judging: Judging, opened: OpenedAnswer): Judgement {
  const { rule, heard, context, asked, label } = judging
  const payload = payloadOf(judging, opened)
  if (rule.lists !== undefined && (payload === null || payload === undefined)) {
    return unusable(judging, `the service answered without a result (${label}, HTTP ${heard.status})`, {
      isFinal: true,
      code: 'ANSWER_UNKNOWN',
      next: 'That is no empty list. Run it with --debug to see the answer.',
    })
  }
  const checked = context.read(payload)
  const gap = checked.ok
    ? (rule.lists ?? [])
        .map((path) => ({ path, value: valueIn(checked.named ?? payload, path) }))
        .find(({ value }) => isNoList(value))
    : undefined
  if (gap !== undefined) {
    return unusable(
      judging,
      `the service answered ${gap.path === '' ? 'a list' : gap.path} with ${Array.isArray(gap.value) ? 'null among its entries' : shown(gap.value)} (${label}, HTTP ${heard.status})`,
      {
        isFinal: true,
        code: 'ANSWER_UNKNOWN',
        next: 'An empty list is written []. Run it with --debug to see the answer.',
      },
    )
  }
  if (!checked.ok) {
    const findings = checked.findings
      .slice(0, 10)
      .map(({ field, reason }) => ({ field: field === undefined || field === '' ? 'result' : field, reason }))
    return unusable(
      judging,
      `the service answered something this version does not understand (${label}, HTTP ${heard.status})`,
      {
        isFinal: true,
        code: 'ANSWER_UNKNOWN',
        findings,
        next: 'Run it with --debug to see the answer. A wire overlay can name fields that the service spells differently.',
      },
    )
  }
  const rows = Array.isArray(checked.value) ? checked.value.length : 1
  const rest =
    rule.isEmptyMissing === true && (opened.hasEnvelope || Array.isArray(heard.body))
      ? restOf(heard.body, context.names, heard.headers, rows)
      : undefined
  if (rest !== undefined) {
    return unusable(
      judging,
      `the service answered ${rows} ${rows === 1 ? 'row' : 'rows'} and says that there is more: ${context.show(rest, 80)} (${label}, HTTP ${heard.status})`,
      {
        isFinal: true,
        code: 'ANSWER_UNKNOWN',
        next: 'What is not shown may be there all the same. Run it with --debug to see the answer.',
      },
    )
  }
  if (rule.isEmptyMissing === true && Array.isArray(checked.value) && checked.value.length === 0) {
    return (
      noProof(judging, 'an empty list') ??
      gapIn(judging, opened, 'an empty list') ??
      refused(judging, opened, 'The service did not find it', {
        code: 'NOT_FOUND',
        said: 'it answered an empty list',
        facts: { provesAbsence: true },
      })
    )
  }
  const [mismatch] = mismatchesOf(rule, asked, checked.value, checked.named)
  if (mismatch === undefined) return done(judging, checked.value)
  return refused(judging, opened, 'The service answered about something else', {
    said: `${mismatch.field} ${context.show(mismatch.answered, 80)}, not ${context.show(mismatch.asked, 80)}`,
    facts: { mismatch },
    next: 'Run it with --debug to see the answer. Nothing of it can be relied on.',
  })
}

/** The value of the answer as it came, in our names. */
function valueIn(answer: unknown, path: string): unknown {
  return path === '' || typeof answer !== 'object' || answer === null || Array.isArray(answer)
    ? answer
    : (answer as Record<string, unknown>)[path]
}

/** Whatever a lenient reading makes of it: null is not known to be nothing. A single record may stand for a list of one. */
function isNoList(value: unknown): boolean {
  if (Array.isArray(value)) return value.includes(null)
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** An answer that finds nothing and takes it back in the same breath. */
function noProof(judging: Judging, what: string): Judgement | undefined {
  const { heard, context, label } = judging
  const doubt = doubtOfAbsence(judging)
  if (doubt === undefined) return undefined
  return unusable(
    judging,
    `the service answered ${what} and ${context.show(doubt, 200)} (${label}, HTTP ${heard.status})`,
    {
      isFinal: true,
      code: 'ANSWER_UNKNOWN',
      next: 'That does not prove that it is not there. Try again later, or run it with --debug to see the answer.',
    },
  )
}

/** An answer that finds nothing and does not prove it: before something is created, it stands in nobody's way; after that, it settles nothing. */
function gapIn(judging: Judging, opened: OpenedAnswer, what?: string): Judgement | undefined {
  const { heard, context, label } = judging
  const gap = gapOfAbsence(judging, what !== undefined)
  if (gap === undefined) return undefined
  const said = what ?? (heard.body === undefined ? context.summary() : `"${sentence(judging, opened)}"`)
  return unusable(judging, `the service answered ${said} (${label}, HTTP ${heard.status}). ${gap.slice(0, -1)}`, {
    isFinal: true,
    code: 'ANSWER_UNKNOWN',
    next: 'Check the base address, and run it with --debug to see the answer.',
    facts: { isMute: true },
  })
}

/** Statuses other than 404 with which services say of something that it is not there. */
const ALSO_MISSING: readonly number[] = [400, 410, 422]

/**
 * A look-up that is refused in words that prove that there is no such thing, whatever the status: it is answered as HTTP 404 would. Undefined where they do not.
 */
export function missingInWords(judging: Judging): Judgement | undefined {
  const { rule, heard } = judging
  const isFit =
    ALSO_MISSING.includes(heard.status) || (heard.status >= 200 && heard.status <= 299 && !PARTIAL.has(heard.status))
  if (
    rule.isLookUp !== true ||
    !isFit ||
    doubtOfAbsence(judging) !== undefined ||
    gapOfAbsence(judging, false) !== undefined
  )
    return undefined
  return refused(judging, openEnvelope(heard.body, judging.context.names, undefined), 'The service did not find it', {
    code: 'NOT_FOUND',
    facts: { provesAbsence: true },
  })
}

/** Judges "not found": the service's own word proves that it is not there, and an answer that is doubtful in itself tells nothing. */
export function judgeMissing(judging: Judging, missing: Judgement): Judgement {
  const opened = openEnvelope(judging.heard.body, judging.context.names, undefined)
  const doubtful = noProof(judging, '"not found"')
  if (doubtful !== undefined) return doubtful
  const gap = gapIn(judging, opened)
  if (gap === undefined) return { ...missing, facts: { ...missing.facts, provesAbsence: true } }
  return judging.rule.isLookUp === true ? gap : missing
}
