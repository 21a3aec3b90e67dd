/** Bytes of UTF-8 beyond ASCII, two at least, as programs write them: `[0xc3][0xa9]`, `\xc3\xa9`, `\303\251`, `#303#251`. Nobody writes a text so. */
const PAIRS =
  /\[0x[c-f][\da-f]\]\[0x[89ab][\da-f]\]|\\x[c-f][\da-f]\\{1,8}x[89ab][\da-f]|\\3[0-7]{2}\\{1,8}2[0-7]{2}|#3[0-7]{2}#2[0-7]{2}/i
/** What a comment may hold, such as an address of the web, and the name of a person does not. */
const IN_NAMES =
  /\[0x[89a-f][\da-f]\]|\\x[89a-f][\da-f]|\\u(?:00[89a-f]|0[1-9a-f][\da-f]|[1-9a-f][\da-f]{2})[\da-f]|\\[23][0-7]{2}|%[c-f][\da-f]%[89ab][\da-f]|=[c-f][\da-f]=[89ab][\da-f]|(?:&lt;|<)[c-f][\da-f](?:&gt;|>)(?:&lt;|<)[89ab]|U\+[\da-f]{4}|M-[B-t]M-/i
const NAMES =
  /<(?:[\w.-]{1,40}:)?(GivenName|MiddleName|Surname|NamePrefix|SurnamePrefix|NameSuffix)(?:\s[^<>]{0,500})?>([^]{0,500}?)<\/(?:[\w.-]{1,40}:)?\1/g
const MARKS = /[\\[#]/

/** Why a message that a capture holds is not as it was sent: letters in it are still written as the bytes that a program shows for them. Undefined where none is. */
export function spelledIn(text: string): string | undefined {
  const isSpelled =
    (MARKS.test(text) && PAIRS.test(text)) || [...text.matchAll(NAMES)].some(([, , name = '']) => IN_NAMES.test(name))
  return isSpelled
    ? 'a message with letters that were written down as their bytes, in a way that is not known here'
    : undefined
}
