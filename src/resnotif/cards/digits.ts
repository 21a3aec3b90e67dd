/** Where the digits of other scripts begin that stand in one unit of a text, in rising order: Arabic, Indian, full-width and others (Unicode category Nd). */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
]
const DIGITS: ReadonlyMap<number, number> = new Map(
  ZEROS.flatMap((zero) => Array.from({ length: 10 }, (_, digit): [number, number] => [zero + digit, digit])),
)
/** Bold, sans-serif and other digits of mathematics, ten after ten. */
const [MATH_FIRST, MATH_LAST] = [0x1d7ce, 0x1d7ff]

/** The digit that a code point is, in whatever script; -1 for none. */
export function digitOf(code: number): number {
  if (code < 128) return code >= 48 && code <= 57 ? code - 48 : -1
  if (code >= MATH_FIRST && code <= MATH_LAST) return (code - MATH_FIRST) % 10
  return DIGITS.get(code) ?? -1
}
