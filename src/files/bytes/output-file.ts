import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Fault } from '../../errors.js'
import { outputFault, requirePlainFile, standingAt, whyUnwritable } from '../../whole-file.js'

/** Enough to see what a file begins with. */
const HEAD_BYTES = 64

export interface OutputFile {
  to: string
  /** The flag that names it. */
  flag: '--rejects' | '--save-plan' | '--summary' | '--log-file' | '--events' | '--save' | '--out' | '--html'
  /** What the file is to hold, such as "the plan". */
  what: string
  /** Other files of the command. */
  sources: readonly { name: string; path?: string | undefined }[]
  /** Where it is no reason to stop that a file cannot be written there: whoever writes it says so. */
  mayBeUnwritable?: boolean
  /** Whether a file with this beginning is one that hubswitch has written for the same purpose. */
  isOurs(head: string): boolean
}

/**
 * Whether a file can be written there without a loss. Nothing but an earlier file of the same purpose is replaced.
 * @throws Fault USAGE for a file that the command uses otherwise, one that is something else, or a place that cannot be written to
 */
export async function checkOutput({
  to,
  flag,
  what,
  sources,
  isOurs,
  mayBeUnwritable = false,
}: OutputFile): Promise<void> {
  const next = `Name another file with ${flag}. Nothing was sent.`
  const standing = await standingAt(to)
  if (standing?.isSymbolicLink() === true) requirePlainFile(standing, to, flag)
  const found = await stat(to).catch(() => undefined)
  await refuseOwnFile({ to, flag, sources })
  const why = await whyUnwritable(to)
  if (why !== undefined && !(mayBeUnwritable && found === undefined))
    throw outputFault(why, { what, to, flag, said: 'Nothing was sent.' })
  if (found === undefined || (found.isFile() && found.size === 0)) return
  if (!found.isFile() || !isOurs(await headOf(to)))
    throw new Fault('USAGE', `${flag} ${to} would replace a file that no earlier ${flag} has written.`, { next })
}

/** Flags of commands that send nothing. */
const WRITES_ONLY: readonly string[] = ['--save', '--out', '--html']

/**
 * Refuses to write what a flag names into another file of the same command.
 * @param other what may be done instead of naming another file
 * @throws Fault USAGE
 */
export async function refuseOwnFile({
  to,
  flag,
  sources,
  other,
}: Pick<OutputFile, 'to' | 'flag' | 'sources'> & { other?: string | undefined }): Promise<void> {
  const found = await stat(to).catch(() => undefined)
  for (const { name, path = name } of sources) {
    const source = await stat(path).catch(() => undefined)
    const isSame =
      found === undefined ? resolve(path) === resolve(to) : source?.dev === found.dev && source.ino === found.ino
    if (isSame)
      throw new Fault(
        'USAGE',
        `${flag} ${to} would replace ${name === to ? 'a file' : `${name}, a file`} that this command uses.`,
        {
          next: `Name another file with ${flag}${other === undefined ? '' : `, or ${other}`}. Nothing was ${WRITES_ONLY.includes(flag) ? 'written' : 'sent'}.`,
        },
      )
  }
}

/** The beginning of a file; empty where it cannot be read. */
export async function headOf(name: string, bytes: number = HEAD_BYTES): Promise<string> {
  const handle = await open(name, 'r').catch(() => undefined)
  if (handle === undefined) return ''
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
