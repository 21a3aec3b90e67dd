/** Where the line of a place ends: its line feed, or the end of the text. */
export const lineEnd = (view: string, at: number): number => {
  const end = view.indexOf('\n', at)
  return end < 0 ? view.length : end
}
