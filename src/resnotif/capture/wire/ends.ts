const LOOKED_AT = 200

/** Whether a text of a told length may end at a place where others go on: behind a line or a tag, and not in the middle of a document that was edited since. */
export function isEnd(view: string, at: number): boolean {
  const behind = view.slice(at, at + LOOKED_AT)
  const isLine = view[at - 1] === '\n' || /^\r?\n/.test(behind)
  if (isLine) return !/^\s*<[/A-Za-z]/.test(behind)
  return view[at - 1] === '>' && !/^[\s<]/.test(behind)
}
