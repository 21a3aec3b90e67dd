import { MASK } from '../../redaction/index.js'

/** A command that a sentence tells to type. */
const COMMAND = /"hubswitch [^"\\\n]{1,400}/g
const HIDDEN = /\[secret\]|\*{3,}/
/** An option and its value, or a word of its own. */
const WORD = /(?<option>--[\w-]{1,40}[ =])?(?<value>'[^'\n]{1,200}'|[^\s'"]{1,200})/g

/** Commands that a text suggests, with the name of what is to be put there (`ID`, `VALUE`) where an id was hidden: one with stars cannot be typed, and would ask for something else. */
export function withoutHiddenIds(text: string): string {
  if (!text.includes('"hubswitch ') || (!text.includes(MASK) && !text.includes('***'))) return text
  return text.replaceAll(COMMAND, (command) => (HIDDEN.test(command) ? command.replaceAll(WORD, nameHidden) : command))
}

function nameHidden(whole: string, option: string | undefined, value: string): string {
  if (!HIDDEN.test(value)) return whole
  return `${option ?? ''}${option === undefined || /id[ =]$/.test(option) ? 'ID' : 'VALUE'}`
}
