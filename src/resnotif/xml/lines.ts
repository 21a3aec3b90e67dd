/**
 * What ends the lines of a text, as editors and `grep -n` count them: a line feed. A carriage return ends one only in a text that has no line feed; in any other it is a
 * character, and in bytes of a packed body it is one by chance.
 */
export const lineFeedOf = (text: string): '\n' | '\r' => (text.includes('\n') ? '\n' : '\r')
