/** The element that every notification has, in whatever wrapping. */
export const MARKER = 'OTA_HotelResNotifRQ'
/** Its name in UTF-16 of either order, as bytes. */
export const WIDE_MARKER = [...MARKER].join('\0')

/** An ampersand as programs write it that escape it in a text of theirs, and what follows one in an entity of the sign that begins a tag. */
const ESCAPED_AMP = String.raw`\\{1,8}(?:x5[cC])?(?:u0026|x26|046)`
const AMP_NAMES = String.raw`(?:(?:amp|#0{0,4}38|#[xX]0{0,4}26);){0,3}`
const LT_NAME = String.raw`${AMP_NAMES}(?:lt|#0{0,4}60|#[xX]0{0,4}3[cC]);`

/** The sign that begins a tag: as an entity, and as programs write it, or that entity, in a text of theirs. */
export const LT_ENTITY = `&${LT_NAME}`
export const LT_ESCAPED = String.raw`(?:\\{1,8}(?:x5[cC])?(?:u003[cC]|x3[cC]|074)|${ESCAPED_AMP}${LT_NAME})`
/** How a tag begins in any spelling but that of a form. */
export const OPENS_IN_TEXT = `(?:<|${LT_ENTITY}|${LT_ESCAPED})`

/** How a tag begins, goes on to be an end tag, and ends, in any spelling of a log or a form. */
export const OPENS = `(?:<|${LT_ENTITY}|${LT_ESCAPED}|%(?:25){0,3}3[cC])`
export const SHUTS = String.raw`(?:>|(?:&|${ESCAPED_AMP})${AMP_NAMES}(?:gt|#0{0,4}62|#[xX]0{0,4}3[eE]);|\\{1,8}(?:x5[cC])?(?:u003[eE]|x3[eE]|076)|%(?:25){0,3}3[eE])`
export const SLASH = String.raw`(?:\\{0,8}/|%(?:25){0,3}2[fF])`
/** The prefix of a name, with its colon. */
export const PREFIX = String.raw`(?:[\w.-]{1,40}(?::|%(?:25){0,3}3[aA]))?`

/** Elements that stand right inside of a notification's root. */
export const FIRST_ELEMENTS: ReadonlySet<string> = new Set(
  'POS MessageID UniqueID HotelReservations HotelReservation TPA_Extensions'.split(' '),
)

const ASIDE_MAX = 64_000

/** Whether a place lies inside of a comment or a section of CDATA that begins behind `from`: tags there are text. */
export function isAside(view: string, from: number, at: number): boolean {
  const before = view.slice(Math.max(from, at - ASIDE_MAX), at)
  return ASIDE.some(([open, close]) => {
    const opened = before.lastIndexOf(open)
    if (opened < 0 || before.includes(close, opened)) return false
    return view.slice(at, at + ASIDE_MAX).includes(close)
  })
}

const ASIDE = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const
