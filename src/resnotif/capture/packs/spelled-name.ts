const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The name of the notification with marks between its words, as LaTeX and others escape the line. */
const NAME = /OTA(?:\\{1,4}_|\\textunderscore(?:\{\}| )|&#(?:95|x5[fF]);|=5F|%5F|\\u005[fF]|\\x5[fF])HotelResNotifRQ/
/** Its start tag, as psql and others write it for LaTeX. */
const LATEX = /(?:\\textless(?:\{\}| )|\$<\$)(?:[\w.-]{1,40}:)?OTA(?:\\_|\\textunderscore(?:\{\}| ))HotelResNotifRQ/
/** Its element as xmllint lists the nodes of a document. */
const LISTED =
  /^[ \t]{0,40}ELEMENT OTA_HotelResNotifRQ\r?\n[ \t]{1,40}(?:default namespace|namespace|ATTRIBUTE|ELEMENT|TEXT)\b/m
/** Elements of a notification whose tags begin in whatever way. */
const NAMED =
  /(?:HotelReservations?|RoomStays?|RoomTypes?|RoomRates?|GuestCounts?|ResGuests?|ResGuestRPHs?|PersonName)\b/g
const NAMES_MIN = 6
/** The name as uuencode writes it, by how many bytes stand before it in its group of three. */
const UUENCODED = [0, 1, 2].map((shift) => {
  const signs = uuencoded(`${'\0'.repeat(shift)}OTA_HotelResNotifRQ`)
  const own = Math.ceil((shift * 8) / 6)
  return signs.slice(own, Math.floor(((shift + 19) * 8) / 6))
})
const UU_BEGIN = /^begin [0-7]{3,4} \S/m
const UU_LINE = /^[!-`]([ -`]{1,84})$/

function uuencoded(text: string): string {
  const six = Buffer.from(text)
    .toString('base64')
    .replaceAll('=', '')
    .split('')
    .map((sign) => BASE64.indexOf(sign))
  return six.map((value) => (value === 0 ? '`' : String.fromCodePoint(value + 32))).join('')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The name in base32, by how many bytes stand before it in its group of five. */
const BASE32_NAMES = [0, 1, 2, 3, 4].map((shift) => {
  const bits = [...Buffer.from(`${'\0'.repeat(shift)}OTA_HotelResNotifRQ`)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const signs = (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
  return signs.slice(Math.ceil((shift * 8) / 5))
})

/** Where a text evidently shows a notification in a form that is not read, and which that is. */
export function spelledNameIn(view: string): { at: number; form: string } | undefined {
  const begin = view.search(UU_BEGIN)
  if (begin >= 0) {
    const lines = view.slice(begin).split('\n').slice(1)
    const signs = lines
      .map((line) => UU_LINE.exec(line.replace(/\r$/, ''))?.[1] ?? '')
      .join('')
      .replaceAll(' ', '`')
    if (UUENCODED.some((name) => signs.includes(name))) return { at: begin, form: 'uuencode' }
  }
  const run = view.length > BASE32_MAX ? -1 : view.search(BASE32_RUN)
  const joined = run < 0 ? '' : view.slice(run).replaceAll(/\r?\n/g, '')
  if (BASE32_NAMES.some((name) => joined.includes(name))) return { at: run, form: 'base32' }
  const latex = view.search(LATEX)
  if (latex >= 0) return { at: latex, form: 'LaTeX' }
  const listed = view.search(LISTED)
  if (listed >= 0) return { at: listed, form: 'the form of "xmllint --debug"' }
  const escaped = view.search(NAME)
  if (escaped >= 0 && (view.match(NAMED)?.length ?? 0) >= NAMES_MIN) return { at: escaped, form: 'escaped letters' }
  return undefined
}

const BASE32_RUN = /[A-Z2-7]{32}/
const BASE32_MAX = 16 * 1024 * 1024
