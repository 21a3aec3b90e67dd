const [QUOTE, BACKSLASH, COLON, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\:{}'].map((character) =>
  character.charCodeAt(0),
) as [number, number, number, number, number]
const SPACE_MAX = 32

/**
 * A key that stands twice in one object of a JSON text, or undefined. A parser keeps the last and drops the others in silence.
 * @param json well-formed JSON
 */
export function repeatedKey(json: string): string | undefined {
  const objects: Set<string>[] = []
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === OPEN_OBJECT) objects.push(new Set())
    else if (code === CLOSE_OBJECT) objects.pop()
    else if (code === QUOTE) {
      const end = endOfString(json, at)
      if (json.charCodeAt(afterSpace(json, end + 1)) === COLON) {
        const key = keyOf(json.slice(at, end + 1))
        const keys = objects.at(-1)
        if (keys?.has(key) === true) return key
        keys?.add(key)
      }
      at = end
    }
  }
  return undefined
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  return json.length
}

function afterSpace(json: string, from: number): number {
  let at = from
  while (json.charCodeAt(at) <= SPACE_MAX) at += 1
  return at
}

const keyOf = (literal: string): string =>
  literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
