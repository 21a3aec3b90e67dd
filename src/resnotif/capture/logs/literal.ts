import { endOfText } from './json.js'
import type { PlainMessage } from './find.js'

/** How a message was written down that stands in the quotes of a program or a shell. */
export type Literal = 'backslashes' | 'quoted backslashes' | 'doubled quotes' | 'shell quotes'

const ESCAPED = /\\(?:["'\\nrt]|x[\da-f]{2}|u[\da-f]{4})/i

/**
 * How a message that stands plainly was written down in a program's own quotes, though its tags do not show it: with backslashes in its texts, or with each quote of
 * its texts twice. Undefined where it stands in no quotes, or as it was.
 */
export function literalAround(view: string, { start, end }: PlainMessage): Literal | undefined {
  const quote = view[start - 1]
  const own = view.slice(start, end)
  if (quote !== '"' && quote !== "'") return literalOfRequest(view, start, end)
  if (quote === "'" && SHELL.test(own) && !own.replaceAll(SHELLS, '').includes("'")) return 'shell quotes'
  if (quote === "'" && SHELL_TAKES.test(view.slice(Math.max(0, start - 40), start - 1))) return undefined
  const behind = /^(?:\\[nrt]|[ \t\r\n]){0,20}(["'])/.exec(view.slice(end, end + 42))?.[1]
  if (behind !== quote) return undefined
  const bare = own.replaceAll(/\\[^]/g, '')
  if (!bare.includes(quote)) {
    // A program that writes line ends as they are has no escapes but those of its quote: every other backslash is of the message.
    if (!own.trim().includes('\n')) return ESCAPED.test(own) ? 'backslashes' : undefined
    return own.includes(`\\${quote}`) || /=>\s{0,20}$/.test(view.slice(Math.max(0, start - 22), start - 1))
      ? 'quoted backslashes'
      : undefined
  }
  return own.includes(quote + quote) && !own.replaceAll(quote + quote, '').includes(quote)
    ? 'doubled quotes'
    : undefined
}

/** An apostrophe in the single quotes of a shell. */
const SHELL = /'(?:\\'|"'")'/
/** Options of curl and wget whose text a shell takes as it stands. */
const SHELL_TAKES = /(?:^|\s)(?:-d|--(?:data|post)[\w-]{0,12}|--body-data|--json)[ =]$/
const SHELLS = /'(?:\\'|"'")'/g

const HEAD_MAX = 16_000

/** A request with its head in one text, whose line ends are written with backslashes: then so is the rest of it. */
function literalOfRequest(view: string, start: number, end: number): 'backslashes' | undefined {
  const before = view.slice(Math.max(0, start - HEAD_MAX), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (!/\\n[ \t]*$/.test(line)) return undefined
  for (const { index } of line.matchAll(/["']/g)) {
    const close = endOfText(view, start - line.length + index + 1, line[index])
    if (close !== undefined && close >= end) return 'backslashes'
  }
  return undefined
}
