/** What a log writes besides messages: how its lines begin, how it speaks of tags, how it says that it left something out. */

export { goesOn, phraseIn } from './heads.js'
export { hasCaret, isAboveCaret } from './caret.js'
export { dumpedIn } from './dumped.js'
export { isHoled } from './holes.js'
export { endsLeftOff } from './left-out.js'
export { isMention } from './mention.js'
export { packedIn } from './packed.js'
export { paddingIn } from './padded.js'
export { beginsWithTime, LinePrefix } from './prefix.js'
export { tornNames, WRAPPED_NAME, wrappedIn, wrappedTextIn } from './wrapped.js'
export { FIRST_ELEMENTS, isAside, MARKER, OPENS, PREFIX, SHUTS, SLASH, WIDE_MARKER } from './tags.js'
export { isRequoted } from './requoted.js'
