// Format characters turn text round or hide parts of it; two of them join letters of several scripts and stay.
const ACTING = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu
/** The same in text of several lines; colours are told apart, as terminals of 16, of 256 and of all colours take them. */
const ACTING_IN_LINES =
  /((?![\n\t])\p{Cc}\[(?:[0-4]|2[2-9]|[34]\d|9\d|10[0-7]|[34]8;5;\d{1,3}|[34]8;2;\d{1,3};\d{1,3};\d{1,3})m)|(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu
/** JSON escapes the controls of ASCII by itself. */
const ACTING_IN_JSON = /[\u007f-\u009f\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/** Text of others as it may stand on a terminal: no escapes, and no character that turns the text round or hides itself. */
export const printable = (line: string): string => line.replaceAll(ACTING, '\u{FFFD}')

/** The same for text of several lines. `isPainted`: its colours are our own, and what others wrote in it went through `printable`. */
export const printableLines = (text: string, isPainted = false): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(ACTING_IN_LINES, (found, colour: string | undefined) =>
      colour === undefined ? '\u{FFFD}' : isPainted && found.startsWith('\u001b') ? found : `\u{FFFD}${found.slice(1)}`,
    )

/** JSON text of the same value in which such characters are escapes. */
export const printableJson = (json: string): string =>
  json.replaceAll(ACTING_IN_JSON, (character) => escapeOf(character))

/**
 * What acts in a cell of CSV: controls but tab and the ends of lines, what turns the text round, and what nobody sees in it. The marks of direction that Hebrew
 * and Arabic are written with, joiners, soft hyphens and the number signs of Arabic are part of the text.
 */
const ACTING_IN_CELL =
  /(?!\r\n|[\n\t])\p{Cc}|[\p{Zl}\p{Zp}]|(?![\u00ad\u0600-\u0605\u061c\u06dd\u08e2\u200c-\u200f])\p{Cf}/gu

/** A cell of CSV in which such characters are written out, `\u001b`: CSV has no escapes, and files are shown on terminals too. */
export const printableCell = (cell: string): string => cell.replaceAll(ACTING_IN_CELL, (found) => escapeOf(found))

/** Whether a text has anything that `printableJson` escapes, or JSON by itself. */
export const acts = (text: string): boolean => text.search(ACTING_IN_TEXT) >= 0

const ACTING_IN_TEXT = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u

const escapeOf = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** YAML text whose values with such characters stand in double quotes: the same values, with escapes in their place. */
export const printableYaml = (yaml: string): string =>
  yaml.replaceAll(ACTING_IN_JSON, (character) =>
    character.length === 1
      ? escapeOf(character)
      : `\\U${(character.codePointAt(0) as number).toString(16).padStart(8, '0')}`,
  )
