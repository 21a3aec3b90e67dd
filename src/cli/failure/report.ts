import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { homedir, release } from 'node:os'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { shownValue } from '../terminal/index.js'

/** What a report is made of. */
export interface Failure {
  error: unknown
  /** The same as it is printed. */
  fault: Fault
  /** `rates push`; undefined where it failed before a command was found. */
  command: string | undefined
  /** Names of the flags that were given; never their values. */
  flags: readonly string[]
  dataDir: string | undefined
  userAgent: string | undefined
}

/** Folder of the reports in the data directory. */
export const REPORTS = 'reports'

const REPORTS_MAX = 20
const CAUSES_MAX = 5
const MESSAGE_MAX = 2_000
const STACK_MAX = 8_000
/** Names under which a text may hold a secret. */
const SECRET_NAMES = [
  'partnerSecret',
  'accessToken',
  'refreshToken',
  'duty_code',
  'password',
  'secret',
  'cvc',
  'number',
]

/** Whether nobody has provided for this: neither a fault of ours nor a refusal of the parser. */
export function isUnforeseen(error: unknown): boolean {
  if (error instanceof Fault) return false
  return typeof error !== 'object' || error === null || (error as { oclif?: unknown }).oclif === undefined
}

/**
 * Writes what is known of an unforeseen failure into a file for its owner alone (0600), and names it in the fault. Secrets, card numbers and values of flags
 * are left out. Where the file cannot be written, the fault stays as it is: a failure must not hide another one.
 */
export async function withReport(failure: Failure): Promise<Fault> {
  const { fault, dataDir, error } = failure
  if (fault.code !== 'UNEXPECTED' || dataDir === undefined || !isUnforeseen(error)) return fault
  try {
    const folder = path.join(dataDir, REPORTS)
    const at = new Date()
    const file = path.join(
      folder,
      `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(3).toString('hex')}.json`,
    )
    const { writePrivateFile } = await import('../../config/profiles/private-file.js')
    writePrivateFile(file, `${JSON.stringify(await contentOf(failure, at), null, 2)}\n`)
    dropOld(folder)
    return new Fault('UNEXPECTED', fault.message, {
      next: `A report without secrets is in ${file}. "hubswitch explain UNEXPECTED" says what to check before you run the command again.`,
      findings: fault.findings,
      facts: { ...fault.facts, report: file },
      cause: fault.cause,
    })
  } catch {
    return fault
  }
}

async function contentOf({ error, command, flags, userAgent }: Failure, at: Date): Promise<unknown> {
  const { createRedactor } = await import('../../client/shown/redact.js')
  const redactor = createRedactor(new Set(SECRET_NAMES))
  const clean = (text: string, limit: number): string => withoutHome(redactor.body(text, limit))
  return shownValue({
    report: 1,
    at: at.toISOString(),
    ...(userAgent === undefined ? {} : { release: userAgent }),
    node: process.version,
    system: `${process.platform} ${process.arch} ${release()}`,
    command,
    flags,
    errors: chainOf(error).map((one) =>
      one instanceof Error
        ? {
            name: one.name,
            ...('code' in one && typeof one.code === 'string' ? { code: one.code.slice(0, 80) } : {}),
            message: clean(one.message, MESSAGE_MAX),
            stack: clean(one.stack ?? '', STACK_MAX).split('\n'),
          }
        : { message: clean(String(one), MESSAGE_MAX) },
    ),
  })
}

/** An error and what caused it. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let at = error; at !== undefined && chain.length < CAUSES_MAX; at = at instanceof Error ? at.cause : undefined)
    chain.push(at)
  return chain
}

/** The name of a person's folder says who it is. */
function withoutHome(text: string): string {
  const home = homedir()
  return home.length < 4 ? text : text.replaceAll(home, '~')
}

function dropOld(folder: string): void {
  const old = readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.json$/.test(name))
    .sort()
    .slice(0, -REPORTS_MAX)
  for (const name of old) rmSync(path.join(folder, name), { force: true })
}
