import type { ConcealedMessage } from './conceal.js'
import { STARS } from './foreign.js'
import { secretKind } from './names.js'

/** Shorter ones are found everywhere; a security code has three digits. */
const SHORTEST = 3
const HIDDEN_MAX = 500
const LETTER = /[\p{L}\p{Nd}]/u

/**
 * Takes out of the words of a schema processor what must not be seen: it quotes values as they stand in the message. What stands under the name of a secret goes whole,
 * and every value that the concealed message has stars for goes wherever it is quoted.
 */
export function createSchemaWords(text: string, shown: ConcealedMessage): (words: string) => string {
  const hidden = hiddenValues(text, shown.text)
  return (words) => {
    const [, about = '', said = words] =
      /^((?:Element '[^']{0,200}')?(?:, attribute '[^']{0,200}')?: (?:\[facet '[^']{0,40}'\] )?)([^]*)$/.exec(words) ??
      []
    const isNamed = [...about.matchAll(/'([^']{1,200})'/g)].some(
      ([, name]) => name !== undefined && secretKind(name) !== undefined,
    )
    if (isNamed) return `${about}${withoutQuoted(said)}`
    return about + shown.conceal(hidden.reduce(withoutValue, said))
  }
}

/** From the first quotation mark to the last: the value may hold some itself. */
function withoutQuoted(said: string): string {
  const [from, to] = [said.indexOf("'"), said.lastIndexOf("'")]
  return from < 0 || from === to ? said : `${said.slice(0, from)}'${STARS}'${said.slice(to + 1)}`
}

/** What the concealed message, which is as long, has stars for. Longest first, so that no part of one is left. */
function hiddenValues(text: string, shown: string): string[] {
  const found = new Set<string>()
  for (let at = 0; at < text.length && found.size < HIDDEN_MAX; at += 1) {
    if (text[at] === shown[at]) continue
    const from = at
    while (at < text.length && text[at] !== shown[at]) at += 1
    const value = text.slice(from, at).trim()
    if (value.length >= SHORTEST) found.add(value)
  }
  return [...found].sort((a, b) => b.length - a.length)
}

function withoutValue(said: string, value: string): string {
  let [left, from] = ['', 0]
  for (let at = said.indexOf(value); at !== -1; at = said.indexOf(value, from)) {
    const end = at + value.length
    // A short code within another word or number is something else.
    const isWhole = value.length > SHORTEST * 2 || !(LETTER.test(said[at - 1] ?? '') || LETTER.test(said[end] ?? ''))
    left += said.slice(from, at) + (isWhole ? STARS : value)
    from = end
  }
  return left + said.slice(from)
}
