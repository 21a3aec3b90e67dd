import { Fault, type Finding } from '../../errors.js'

/** A value that is stars, or has some: of a secret that was not kept, unless it came so. */
const WORD = /[^\s<>"'=*]{0,100}\*[^\s<>"'=]{0,200}/g
/** One or two stars in a word are a sign of its own, as in "4*" or a footnote. */
const STARRED = /\*{3}|^\*+$/

interface StarWord {
  word: string
  at: number
}

function starWordsOf(text: string): StarWord[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => (STARRED.test(word) ? [{ word, at: index }] : []))
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

/** Where stars stand in place of a secret that was not kept. @param own those that stood in the message as it came */
export function leftStars(text: string, own: readonly string[]): Finding[] {
  const [allowed, words] = [countsOf(own), starWordsOf(text)]
  const counts = countsOf(words.map(({ word }) => word))
  return words
    .filter(({ word }) => (counts.get(word) ?? 0) > (allowed.get(word) ?? 0))
    .map(({ at }) => {
      const before = text.slice(0, at)
      return {
        line: before.split('\n').length,
        field: nameAt(before),
        reason: `column ${at - before.lastIndexOf('\n')}: has stars in place of a value that was not kept`,
      }
    })
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
  const found = leftStars(text, own)
  if (found.length === 0) return
  const names = [...new Set(found.map(({ field, line }) => `${field} in line ${line}`))]
  const places = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
  const words = `The message still has stars in ${places}, in place of a value that was not kept`
  if (isForced) return told(`${words}. The PMS gets the stars.`)
  throw new Fault('INVALID_INPUT', `${words}.`, {
    findings: found.slice(0, 20),
    next: 'Put the real value in place of the stars, or send them as they are with --force. Nothing was sent.',
  })
}
