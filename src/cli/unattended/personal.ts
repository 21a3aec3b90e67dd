import { Fault, type Finding } from '../../errors.js'
import type { Answer } from '../terminal/index.js'

/** Fields that tell of a guest: a log is kept, a summary is mailed, and a monitor belongs to somebody else. */
const PERSONAL =
  /(?:^|[.\]\s])(?:booker|guests?|phones?|phoneNumber|e?mail|firstName|lastName|surname|address|holderName|comments?|card|payment)(?:$|[.[\s])/i
const HIDDEN = '[not shown]'
/** How a message cuts a value. */
const SHOWN = 80

interface Told {
  findings?: readonly Finding[]
  facts?: Readonly<Record<string, unknown>>
}

/** A fault without the values of a booking that tell of a guest; the screen has them, and what is kept or sent elsewhere has the field alone. */
export function impersonalFault(fault: Fault): Fault {
  const hide = hiderOf(fault)
  if (hide === undefined) return fault
  const { code, message, next, findings } = fault
  return new Fault(code, hide(message), {
    next: hide(next),
    findings: findings.map((finding) => impersonalFinding(finding, hide)),
    facts: factsWithout(fault.facts),
    cause: fault.cause,
  })
}

/** The same for an answer that holds how it failed. */
export function impersonalAnswer(answer: Answer): Answer {
  const { error } = (answer.data ?? {}) as { error?: Told & { message?: unknown; next?: unknown } }
  const hide = error === undefined ? undefined : hiderOf(error)
  if (error === undefined || hide === undefined) return answer
  const { view } = answer
  const shown = {
    ...error,
    message: hide(String(error.message ?? '')),
    next: hide(String(error.next ?? '')),
    findings: (error.findings ?? []).map((finding) => impersonalFinding(finding, hide)),
    facts: factsWithout(error.facts ?? {}),
  }
  return {
    ...answer,
    data: { ...(answer.data as object), error: shown },
    view: view.kind === 'text' ? { ...view, text: hide(view.text) } : view,
  }
}

function hiderOf({ findings = [], facts = {} }: Told): ((text: string) => string) | undefined {
  const { mismatch } = facts as { mismatch?: { field?: string; asked?: unknown; answered?: unknown } }
  const values = [
    ...(mismatch !== undefined && PERSONAL.test(String(mismatch.field).slice(0, 200))
      ? [mismatch.asked, mismatch.answered]
      : []),
    ...findings.flatMap(({ field = '', value }) => (PERSONAL.test(field.slice(0, 200)) ? [value] : [])),
  ].filter((value): value is string => typeof value === 'string' && value !== '' && value !== 'empty')
  if (values.length === 0) return undefined
  const forms = values
    .flatMap((value) => [value, ...(value.length > SHOWN ? [`${value.slice(0, SHOWN - 1)}…`] : [])])
    .sort((a, b) => b.length - a.length)
  return (text) => forms.reduce((left, form) => left.replaceAll(form, HIDDEN), text)
}

function impersonalFinding(finding: Finding, hide: (text: string) => string): Finding {
  const { value: _value, ...rest } = finding
  const kept = PERSONAL.test((finding.field ?? '').slice(0, 200)) ? rest : finding
  return { ...kept, reason: hide(kept.reason), ...(kept.remedy === undefined ? {} : { remedy: hide(kept.remedy) }) }
}

function factsWithout({ mismatch, ...facts }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    ...facts,
    ...(mismatch === undefined ? {} : { mismatch: { field: (mismatch as { field?: unknown }).field } }),
  }
}
