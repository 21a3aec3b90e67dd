// The chunks of the command line in one file, which bin/chunks.cjs reads from.

/** Digits of the length of the head. */
const HEAD = 16

/**
 * @param {object} start what a start needs to know: the name of the build, the commands
 * @param {Iterable<[string, string]>} chunks id and text, in ASCII alone: V8 keeps any other text in twice the memory
 * @returns {string} the length of the head, the head with the place of each chunk, the chunks
 */
export function packOf(start, chunks) {
  const places = {}
  let texts = ''
  for (const [id, text] of chunks) {
    const odd = /[\u0080-\uffff]/.exec(text)
    if (odd !== null)
      throw new Error(`${id}: "${text.slice(Math.max(0, odd.index - 40), odd.index + 20)}" is not in ASCII`)
    places[id] = [texts.length, text.length]
    texts += text
  }
  const head = JSON.stringify({ ...start, places })
  return `${String(head.length).padEnd(HEAD)}${head}${texts}`
}
