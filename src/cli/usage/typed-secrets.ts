import { Fault } from '../../errors.js'
import { learnSecret, MASK } from '../../redaction/index.js'

/** Characters of a word that a refusal quotes at most. */
const QUOTED_MAX = 80

/**
 * How a secret is given to a command that takes one; undefined for any other. What else is typed behind such a command may be that secret.
 * @param flags of the command, as far as they are known
 */
export function secretWay(command: string, flags: readonly string[] = []): string | undefined {
  const onStdin = flags.find((flag) => flag.endsWith('-stdin'))
  if (onStdin !== undefined) return `--${onStdin}`
  return /^(?:auth|init)(?: |$)/.test(command) ? 'auth login --secret-stdin' : undefined
}

/** The refusal of a command line, without the words of it that it quotes; they are taken for secrets from here on. */
export function withoutTyped(fault: Fault, argv: readonly string[], way: string): Fault {
  const { message, next } = fault
  // What is nearly one of the words that go there is no secret.
  if (next.startsWith('Did you mean')) return fault
  const said = `${message} ${next}`
  // What is known for a secret by now has been taken out already.
  const typed = [...argv.flatMap((word) => valueOf(word)), MASK].filter((text) => said.includes(`"${text}"`))
  if (typed.length === 0) return fault
  for (const text of typed) if (text !== MASK) learnSecret(text)
  const without = (text: string): string => typed.reduce((rest, one) => rest.replaceAll(`"${one}"`, '"…"'), text)
  return new Fault('USAGE', `${without(message)} What was typed is not shown, since it may be a secret.`, {
    next: `${without(next)} Pass a secret on standard input, with ${way}: on the command line other users and the history of the shell see it.`,
  })
}

/** What a word of the command line says of its own, whole and as it is quoted. */
function valueOf(word: string): string[] {
  const at = word.startsWith('-') ? word.indexOf('=') + 1 : 0
  const text = word.slice(at)
  return (at === 0 && word.startsWith('-')) || text === '' ? [] : [text, text.slice(0, QUOTED_MAX)]
}
