const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const NO_WIDTH = /\p{Mn}|\p{Cf}/u

const widthOfOne = (character: string): number => (NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1)

/** Columns of a terminal that a text fills. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += widthOfOne(character)
  return width
}

/** How many bytes of a text fill so many columns. */
export function bytesTo(text: string, columns: number): number {
  let [width, bytes] = [0, 0]
  for (const character of text) {
    if (width >= columns) break
    width += widthOfOne(character)
    bytes += Buffer.byteLength(character)
  }
  return bytes
}
