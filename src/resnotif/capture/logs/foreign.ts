import { readXml } from '../../xml/index.js'
import { beginsWithTime } from '../words/index.js'

/** How far from where reading ends the reason stands. */
const NEAR = 200
const ESCAPES =
  /\\(?:["'nrt\\]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[0-3][0-7]{2})|=""\w|=''\w|\* Connection #\d|\[\d{1,9} bytes data\]|[<>] \d{4}\/\d\d\/\d\d [\d:.]{8,18} {1,2}length=\d|Z (?:stdout|stderr) [PF] /
const DATED = /\n\W{0,3}(?:\d{4}[-/]|\d\d[-:/.]\d\d|[A-Z][a-z]{2} )/

/** Why a text that is not well formed is that of the log rather than of the message in it; undefined for one that can be read, and for a fault of its own. */
export function foreignIn(text: string): string | undefined {
  if (!ESCAPES.test(text) && !DATED.test(text)) return undefined
  const { broken } = readXml(text, { checksPrefixes: false })
  if (broken === undefined || (broken.kind !== 'broken' && broken.kind !== 'control-character')) return undefined
  const near = text.slice(Math.max(0, broken.offset - NEAR), broken.offset + NEAR)
  const lines = text
    .slice(0, broken.offset + NEAR)
    .split('\n')
    .slice(1)
  if (lines.some(beginsWithTime)) return 'a message with lines of the log inside it'
  return ESCAPES.test(near) ? 'a message that the log wrote down in a way that is not known here' : undefined
}
