// Format characters turn text round or hide parts of it; two of them join letters of several scripts and stay.
const ACTING = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/** Text of others as it may stand on a terminal: no escapes, and no character that turns the text round or hides itself. */
export const printable = (line: string): string => line.replaceAll(ACTING, '\u{FFFD}')
