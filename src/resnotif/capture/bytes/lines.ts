/** Where the line of a place ends: its line feed, or the end of the text. */
export const lineEnd = (view: string, at: number): number => {
  const end = view.indexOf('\n', at)
  return end < 0 ? view.length : end
}

/**
 * Where so many bytes from a place on end.
 * @param isBare carriage returns before line ends were left out, so that a line end is two bytes
 */
export function behindBytes(view: string, from: number, count: number, isBare: boolean): number {
  if (!isBare) return from + count
  let at = from
  for (let left = count; left > 0 && at < view.length; at++) left -= view[at] === '\n' && view[at - 1] !== '\r' ? 2 : 1
  return at
}
