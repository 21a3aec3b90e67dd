/** Who issues cards: first digits, from and to, and how many digits their numbers have. ISO/IEC 7812. */
const ISSUERS: readonly (readonly [from: number, to: number, lengths: readonly number[]])[] = [
  [4, 4, [13, 16, 19]],
  [51, 55, [16]],
  [2221, 2720, [16]],
  [34, 34, [15]],
  [37, 37, [15]],
  [300, 305, [14, 16]],
  [3095, 3095, [14, 16]],
  [36, 36, [14, 16, 19]],
  [38, 39, [14, 16, 19]],
  [3528, 3589, [16, 17, 18, 19]],
  [6011, 6011, [16, 17, 18, 19]],
  [644, 649, [16, 17, 18, 19]],
  [65, 65, [16, 17, 18, 19]],
  [60, 60, [16]],
  [62, 62, [16, 17, 18, 19]],
  [81, 82, [16, 17, 18, 19]],
  [50, 50, [13, 14, 15, 16, 17, 18, 19]],
  [56, 58, [13, 14, 15, 16, 17, 18, 19]],
  [63, 63, [13, 14, 15, 16, 17, 18, 19]],
  [67, 67, [13, 14, 15, 16, 17, 18, 19]],
  [2200, 2204, [16, 17, 18, 19]],
  [9792, 9792, [16]],
  [8600, 8600, [16]],
  [9860, 9860, [16]],
]

/** Whether a number begins as an issuer's and is as long as that one's are. */
export function isIssued(digits: string): boolean {
  return ISSUERS.some(([from, to, lengths]) => {
    const head = Number(digits.slice(0, String(from).length))
    return head >= from && head <= to && lengths.includes(digits.length)
  })
}
