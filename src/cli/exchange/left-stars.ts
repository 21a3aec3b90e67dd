import { Fault, type Finding } from '../../errors.js'

/** A value that is stars, or has some: of a secret that was not kept, unless it came so. */
const WORD = /[^\s<>"'=*]{0,100}\*[^\s<>"'=]{0,200}/g
const TOLD_MAX = 20

interface StarWord {
  word: string
  at: number
}

function starWordsOf(text: string): StarWord[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, at: index }))
}

const countsOf = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/**
 * Stars that stood in a message as it came, word by word.
 * @param kept the same without its secrets: what is not in there is not told
 */
export function ownStars(given: string, kept: string): string[] {
  const here = countsOf(starWordsOf(kept).map(({ word }) => word))
  return starWordsOf(given).flatMap(({ word }) => {
    const left = here.get(word) ?? 0
    here.set(word, left - 1)
    return left > 0 ? [word] : []
  })
}

/** Where stars may stand for a secret that was not kept, the first of those places, and how many there are. @param own those that stood in the message as it came */
export function leftStars(text: string, own: readonly string[]): { count: number; findings: Finding[] } {
  const [allowed, words] = [countsOf(own), starWordsOf(text)]
  const counts = countsOf(words.map(({ word }) => word))
  const left = words.filter(({ word }) => (counts.get(word) ?? 0) > (allowed.get(word) ?? 0))
  const findings = left.slice(0, TOLD_MAX).map(({ at }) => {
    const before = text.slice(0, at)
    return {
      line: before.split('\n').length,
      field: nameAt(before),
      reason: `column ${at - before.lastIndexOf('\n')}: has stars that may stand for a value that was not kept`,
    }
  })
  return { count: left.length, findings }
}

/** The attribute, or else the element, that a place belongs to. */
function nameAt(before: string): string {
  const tag = before.lastIndexOf('<')
  const isInTag = before.lastIndexOf('>') < tag
  const sign = before.lastIndexOf('=')
  const attribute =
    isInTag && sign > tag ? /([\w:.-]{1,60})\s{0,9}$/.exec(before.slice(sign - 80, sign))?.[1] : undefined
  return attribute ?? /^<([\w:.-]{1,60})/.exec(before.slice(tag, tag + 70))?.[1] ?? 'the message'
}

/** @throws Fault INVALID_INPUT for stars that would be sent in place of a secret, unless it is forced */
export function refuseLeftStars(
  text: string,
  own: readonly string[],
  { isForced, told }: { isForced: boolean; told: (line: string) => void },
): void {
  const { count, findings } = leftStars(text, own)
  if (count === 0) return
  const names = [...new Set(findings.map(({ field, line }) => `${field} in line ${line}`))]
  const isMore = names.length > 3 || count > findings.length
  const places = `${names.slice(0, 3).join(', ')}${isMore ? ' and elsewhere' : ''}`
  const words = `The message has stars in ${places}, which may stand for a value that was not kept`
  if (isForced) return told(`${words}. The PMS gets the stars.`)
  throw new Fault('INVALID_INPUT', `${words}.`, {
    findings,
    next: 'Put the real value in place of the stars, or send them as they are with --force. Nothing was sent.',
  })
}
