/** What a log writes besides messages: how its lines begin, how it speaks of tags, how it says that it left something out. */

export { goesOn, phraseIn } from './heads.js'
export { hasCaret, isAboveCaret } from './caret.js'
export { coverOf, dumpedIn, isPieces } from './dumped.js'
export { isHoled, isNoticeOfLoss } from './holes.js'
export { endsLeftOff } from './left-out.js'
export { isMention } from './mention.js'
export { paddingIn } from './padded.js'
export { beginsWithTime, LinePrefix } from './prefix.js'
export { unquoted } from './quotation.js'
export { tornNames, WRAPPED_NAME, wrappedIn, wrappedTextIn } from './wrapped.js'
export {
  FIRST_ELEMENTS,
  isAside,
  LT_ENTITY,
  LT_ESCAPED,
  MARKER,
  OPENS,
  OPENS_IN_TEXT,
  PREFIX,
  SHUTS,
  SLASH,
  WIDE_MARKER,
} from './tags.js'
export { isRequoted } from './requoted.js'
export { isGlued } from './glued.js'
export { areEscapesUnsure, hasBreaksAlone, hasLoggedEscapes, type UnsureEscapes } from './unsure.js'
