type Headers = ReadonlyMap<string, string>

const DIGITS = /^\d{1,15}$/

const valuesOf = (value: string): string[] => [...new Set(value.split(',').map((one) => one.trim()))]

/** The Content-Length of a head; NaN where it names none, and where what it says is no number or several. */
export function lengthIn(headers: Headers): number {
  const [told = '', other] = valuesOf(headers.get('content-length') ?? '')
  return DIGITS.test(told) && other === undefined ? Number(told) : Number.NaN
}

/** What a tool or a person writes where a value is left out or yet to come. */
const WITHHELD = /[^\w .,+-]|^x+$|^(?:redacted|masked|filtered|hidden|removed|calculated)/i

/** What a Content-Length says over a body that no head can say; undefined where it is a number, and where the capture perhaps does not show it. */
export function wrongLengthIn(headers: Headers): string | undefined {
  const value = headers.get('content-length')
  const told = lengthIn(headers)
  if (value === undefined || told > 0 || WITHHELD.test(value)) return undefined
  const values = valuesOf(value)
  return values.every((one) => DIGITS.test(one)) ? values.slice(0, 3).join(' and ') : value.slice(0, 40) || 'nothing'
}

/** Where the last header of a name stands in a head; -1 where it has none. */
export const headerAt = (head: string, name: string): number => {
  const at = head.toLowerCase().lastIndexOf(`\n${name}:`)
  return at < 0 ? -1 : at + 1
}

export const isChunked = (headers: Headers): boolean => /chunked/i.test(headers.get('transfer-encoding') ?? '')

export const packingsOf = (headers: Headers): string[] =>
  (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity')
