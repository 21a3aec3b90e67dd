import type { PlainMessage } from './find.js'

/**
 * How a message that stands plainly was written down in a program's own quotes, though its tags do not show it: with backslashes in its texts, or with each quote of
 * its texts twice. Undefined where it stands in no quotes, or as it was.
 */
export function literalAround(
  view: string,
  { start, end }: PlainMessage,
): 'backslashes' | 'doubled quotes' | undefined {
  const quote = view[start - 1]
  if (quote !== '"' && quote !== "'") return undefined
  const behind = /^(?:\\[nrt]|[ \t\r\n]){0,20}(["'])/.exec(view.slice(end, end + 42))?.[1]
  if (behind !== quote) return undefined
  const own = view.slice(start, end)
  const bare = own.replaceAll(/\\[^]/g, '')
  if (!bare.includes(quote)) return /\\(?:["'\\nrt]|x[\da-f]{2}|u[\da-f]{4})/i.test(own) ? 'backslashes' : undefined
  return own.includes(quote + quote) && !own.replaceAll(quote + quote, '').includes(quote)
    ? 'doubled quotes'
    : undefined
}
