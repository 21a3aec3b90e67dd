import { printableLines } from '../../printable.js'
import { print, takeLost, tell } from '../terminal/index.js'

export interface LostOutput {
  /** What standard output was to say, where somebody must learn of it all the same. */
  story?: () => Promise<string> | string
  /** What standard error was to say last. */
  words?: string
  /** Standard output is for data alone. */
  isData?: boolean
}

let isToldOfOutput = false

/** Tells on the other stream of one that could not be written, of standard output once. Says whether standard output was lost. */
export async function tellLost({ story, words, isData = false }: LostOutput = {}): Promise<boolean> {
  const { stdout, stderr, hasPrinted } = await takeLost()
  if (stdout !== undefined && !isToldOfOutput)
    tell(`Standard output cannot be written: ${stdout}.${after(await story?.())}\n`)
  // A line among data would make them wrong for whoever reads them.
  if (stderr !== undefined && stdout === undefined && !hasPrinted && !isData)
    print(`Standard error cannot be written: ${stderr}.${after(words)}\n`)
  isToldOfOutput ||= stdout !== undefined
  // What could not be told there either needs no second try.
  if (stdout !== undefined || stderr !== undefined) await takeLost()
  return stdout !== undefined
}

const after = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : ` ${printableLines(text)}`
