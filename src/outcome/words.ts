import type { OpenedAnswer } from '../contract/index.js'
import type { ErrorCode, Finding } from '../errors.js'
import { shellWord } from '../shell-word.js'
import { valuesAt } from './echo/index.js'
import { type Asked, type EndpointRule, type Judgement, type Judging, RAW_WRITE, repeatsItself } from './rules/index.js'

/** The judgements, each with the sentence that a person reads. */

/** What every judgement of an answer tells. */
export function factsOf({ label, heard }: Pick<Judging, 'label' | 'heard'>): Record<string, unknown> {
  return { endpoint: label, status: heard.status, requestId: heard.requestId, attempts: heard.attempts, answered: true }
}

export function done(judging: Judging, result: unknown): Judgement {
  return { fate: 'done', words: '', findings: [], facts: factsOf(judging), result, isFinal: true }
}

/** Fills `{params.id}` and the like from what was asked; what is not known stays out. */
export function fillWords(template: string, asked: Asked, write: (value: string) => string = (value) => value): string {
  return template
    .replace(/ ?\{([\w.]{1,60})\}/g, (place, path: string) => {
      const value = String(valuesAt(asked, path)[0] ?? '').slice(0, 255)
      return value === '' ? '' : `${place.slice(0, place.indexOf('{'))}${write(value)}`
    })
    .trim()
}

/** What was to be done, after "the service has". */
export function deedOf(rule: EndpointRule, label: string, asked: Asked): string {
  return rule === RAW_WRITE ? `done this (${label})` : fillWords(rule.deed ?? 'done this', asked)
}

/** The command that shows what became of a write. */
export function lookOf({ look }: EndpointRule, asked: Asked): string | undefined {
  return look === undefined ? undefined : fillWords(look, asked, shellWord)
}

/** What a person does about a write of which nobody knows what it did. */
export function nextAfterDoubt(rule: EndpointRule, asked: Asked): string {
  if (rule.again !== undefined) return rule.again
  const look = lookOf(rule, asked)
  if (look !== undefined) return `Run "hubswitch ${look}" to see what the service holds before you repeat this.`
  return rule.isBatch === true
    ? 'Values are absolute: sending them again is harmless.'
    : 'Look up what the service holds before you repeat this.'
}

/** The service may have done it. */
export function unknown(
  judging: Judging,
  why: string,
  {
    isFinal = false,
    next,
    findings = [],
    facts = {},
    opened,
  }: {
    isFinal?: boolean
    next?: string
    findings?: Finding[]
    facts?: Record<string, unknown>
    opened?: OpenedAnswer
  } = {},
): Judgement {
  const { rule, asked, context } = judging
  const named = findings.length > 0 || opened === undefined ? findings : namedFaults(judging, opened)
  if (repeatsItself(rule) && !isFinal)
    return {
      fate: 'unknown',
      code: 'UNREACHABLE',
      words: `No usable answer: ${why.replace(/^it /, 'the service ')}.`,
      findings: named,
      facts: { ...factsOf(judging), ...facts },
      isFinal,
    }
  return {
    fate: 'unknown',
    code: 'OUTCOME_UNKNOWN',
    words: `It is not known whether the service has ${context.show(deedOf(rule, judging.label, asked), 200)}: ${why}.`,
    next: next ?? nextAfterDoubt(rule, asked),
    findings: named,
    facts: { ...factsOf(judging), ...facts },
    isFinal,
  }
}

/** An answer that tells nothing about what was to be read. */
export function unusable(
  judging: Judging,
  why: string,
  {
    isFinal,
    next,
    code = 'UNREACHABLE',
    findings = [],
    facts = {},
  }: { isFinal: boolean; next: string; code?: ErrorCode; findings?: Finding[]; facts?: Record<string, unknown> },
): Judgement {
  const { attempts } = judging.heard
  const times = attempts === 1 ? '' : ` (${attempts} attempts)`
  return {
    fate: 'absent',
    code,
    words: `No usable answer${times}: ${why}.`,
    next,
    findings,
    facts: { ...factsOf(judging), ...facts },
    isFinal,
  }
}

/** The service's own sentence, without the stop at its end. */
export function sentence({ context, heard }: Judging, opened: OpenedAnswer): string {
  return context.show(
    withoutStop(
      opened.message ??
        opened.details[0]?.message ??
        problemOf(heard.body) ??
        (typeof opened.error === 'object' || opened.error === undefined
          ? `HTTP ${heard.status} without a reason`
          : String(opened.error)),
    ),
    300,
  )
}

/** The sentence of an answer without the envelope: `detail` or `title` of problem details, texts or a list of `detail`, or a map of field to texts. */
function problemOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const told = body as Readonly<Record<string, unknown>>
  if (told['error'] !== undefined && typeof told['error'] === 'object') return undefined
  const isEnveloped = ['status', 'result', 'success'].some((name) => Object.hasOwn(told, name))
  const texts = [
    told['detail'],
    told['title'],
    isEnveloped
      ? undefined
      : Object.entries(told)
          .slice(0, 20)
          .find(([, value]) => Array.isArray(value) && typeof value[0] === 'string')?.[1],
  ]
  return texts.map(textIn).find((text) => text !== undefined)
}

function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (Array.isArray(value)) return textIn(value[0])
  return typeof value === 'object' && value !== null
    ? textIn((value as Record<string, unknown>)['msg'] ?? (value as Record<string, unknown>)['message'])
    : undefined
}

/** By index: a pattern that looks for the end of a foreign text may take very long. */
function withoutStop(text: string): string {
  let end = Math.min(text.length, 2_000)
  while (end > 0 && ' .\t\r\n'.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}

function namedFaults({ context }: Judging, { details }: OpenedAnswer): Finding[] {
  return details.slice(0, 100).map(({ field, message }) => ({
    ...(field === undefined ? {} : { field: context.show(field, 200) }),
    reason: context.show(message, 300),
  }))
}

/** The service says that it did not do it. */
export function refused(
  judging: Judging,
  opened: OpenedAnswer,
  words = 'The service refused this',
  {
    code = 'REFUSED',
    said,
    next,
    facts = {},
  }: { code?: ErrorCode; said?: string; next?: string; facts?: Record<string, unknown> } = {},
): Judgement {
  const { context } = judging
  const serviceMessage = `${said ?? sentence(judging, opened)}.`
  return {
    fate: 'refused',
    code,
    words: `${words}: ${serviceMessage}`,
    ...(next === undefined ? {} : { next }),
    findings: namedFaults(judging, opened),
    isFinal: true,
    facts: {
      ...factsOf(judging),
      serviceMessage,
      ...(opened.code === undefined ? {} : { code: context.show(opened.code, 100) }),
      ...facts,
    },
  }
}

/** What is known of a record whose write was answered without one: what it was asked for. */
export function echoOf({ rule, asked }: Judging): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(rule.same ?? {}).flatMap(([field, path]) =>
      /^\w+$/.test(field)
        ? valuesAt(asked, path)
            .slice(0, 1)
            .map((value) => [field, value] as const)
        : [],
    ),
  )
}
