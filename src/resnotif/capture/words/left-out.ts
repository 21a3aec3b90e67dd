/** What programs write where they leave off or leave out: `[Truncated by RequestBodyLogLimit]`, `... (truncated)`, `[2132 more bytes]`. */
const LEFT_OUT =
  /[[({<]\s?(?:\.{3}\s?)?truncated|truncated\s?[\])}>]|\d{1,9} (?:more )?(?:bytes?|char(?:acter)?s?)(?: more| omitted| truncated| left out| skipped)?\s?[\])}>]|\[\.\.\.\]|[[(]snip/i
/** The same, or dots, behind which nothing more stands. */
const LEFT_OFF = new RegExp(`(?:${LEFT_OUT.source}|\\.{3}|\u2026)[^<>]{0,80}$`, 'i')

/** Whether a text says that a part of it was left out. */
export const isLeftOut = (text: string): boolean => LEFT_OUT.test(text)

/** Whether a text ends with the words of a program that left the rest out. */
export const endsLeftOff = (text: string): boolean => LEFT_OFF.test(text.trimEnd())
