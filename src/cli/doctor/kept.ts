import { X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Settings } from '../../config/index.js'
import { durationText } from '../../duration-text.js'
import { Fault } from '../../errors.js'
import { LARGEST, readGivenFileSync, refuseForeignFile } from '../../given-file.js'
import {
  checkJournal,
  type Journal,
  journalBytes,
  listRunLocks,
  openJournalToRead,
  type Target,
} from '../../journal/index.js'
import { shellWord } from '../../shell-word.js'
import { readOverlay } from '../profile/index.js'
import { bytesText } from '../report/index.js'
import { count } from '../show/index.js'
import { type Check, fail, ok, warn } from './check.js'

/** A larger journal takes seconds to read through. */
const READ_THROUGH_MAX = 100 * 1024 * 1024
const RUNS = 20
const EXPIRES_SOON_MS = 14 * 86_400_000

/** The overlay of the profile, and its certificates. */
export async function profileFileChecks(settings: Settings): Promise<Check[]> {
  const { wire, caFile } = settings
  if (wire.value !== undefined) await readOverlay(settings)
  return [
    ok(
      'overlay',
      wire.value === undefined ? 'None; fields have the names of the interface.' : `${wire.value} is valid.`,
    ),
    ...(caFile.value === undefined ? [] : [authorityCheck(caFile.value)]),
  ]
}

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]{1,20000}-----END CERTIFICATE-----/g

function authorityCheck(file: string): Check {
  const next = 'Correct HUBSWITCH_CA_FILE or the caFile of the profile.'
  let ends: number[]
  try {
    refuseForeignFile(file, statSync(file), ({ what, next: remedy }) => new Fault('USAGE', what, { next: remedy }))
    const text = readGivenFileSync(file, { bytesMax: LARGEST.certificates, waitMs: 1_000 }).bytes.toString('utf8')
    ends = [...text.matchAll(PEM)].map(([pem]) => Date.parse(new X509Certificate(pem).validTo))
  } catch (error) {
    if (error instanceof Fault) return fail('ca-file', `${file} ${error.message}.`, error.next)
    const { code } = error as { code?: unknown }
    return fail('ca-file', `${file} cannot be read${typeof code === 'string' ? ` (${code})` : ''}.`, next)
  }
  if (ends.length === 0) return fail('ca-file', `${file} contains no certificate in PEM format.`, next)
  const over = ends.filter((end) => end < Date.now()).length
  if (over === ends.length)
    return fail(
      'ca-file',
      `${file}: every certificate in it has expired.`,
      'Get the present one from whoever runs the authority.',
    )
  return ends.some((end) => end < Date.now() + EXPIRES_SOON_MS)
    ? warn(
        'ca-file',
        `${file}: a certificate in it has expired or ends within 14 days.`,
        'Get the present one from whoever runs the authority.',
      )
    : ok('ca-file', `${file}, ${count(ends.length, 'certificate')}.`)
}

/** Locks of pushes: at work, or left behind by a process that was killed. */
export function lockChecks(dataDir: string): Check[] {
  const locks = listRunLocks(dataDir)
  const left = locks.filter(({ isHeld }) => !isHeld)
  const held = locks.length - left.length
  const [first] = left
  if (first === undefined)
    return [
      ok(
        'locks',
        held === 0 ? 'No push is at work.' : `${count(held, 'push', 'pushes')} at work: "hubswitch run lock list".`,
      ),
    ]
  const { note } = first
  return [
    warn(
      'locks',
      `${count(left.length, 'lock')} left behind by a push that was killed (${note?.words ?? 'unknown process'}). The next push takes it over.`,
      `"hubswitch run lock release ${shellWord(String(note?.about?.['kind'] ?? 'rates'))} --yes" removes it now; "hubswitch run resume --last" sends what is left.`,
    ),
  ]
}

/** The journal, and what the last runs and bookings have left open. */
export function journalChecks(dataDir: string, target: Target | undefined): Check[] {
  const bytes = journalBytes(dataDir)
  const isLarge = bytes > READ_THROUGH_MAX
  const check = isLarge ? undefined : checkJournal(dataDir)
  if (check?.exists === false) return [ok('journal', 'None yet; the first push or booking writes it.')]
  if (check?.isWhole === false)
    return [
      fail(
        'journal',
        `${check.file} is damaged: ${check.damage.slice(0, 2).join('; ')}.`,
        'Run "hubswitch run journal check" to see what is whole. Run "hubswitch run journal set-aside", or restore a backup, then push everything.',
      ),
    ]
  const whole =
    check?.alone !== undefined
      ? warn(
          'journal',
          check.alone,
          'A full push settles the calendar; "hubswitch run journal trust" says that it is the newest.',
        )
      : isLarge
        ? warn(
            'journal',
            `${bytesText(bytes)}; not read through here, it is large.`,
            '"hubswitch run journal check" reads it through; "hubswitch run prune" makes it smaller.',
          )
        : ok('journal', `Whole, ${bytesText(bytes)}, ${count(check?.holds.runs ?? 0, 'run')}.`)
  const open = check?.holds.openAttempts ?? 0
  return [
    whole,
    ...(target === undefined ? [] : runChecks(dataDir, target)),
    open === 0
      ? ok('bookings', 'No booking is open.')
      : warn(
          'bookings',
          `The fate of ${count(open, 'booking attempt')} is not known.`,
          'hubswitch reservation reconcile',
        ),
  ]
}

function runChecks(dataDir: string, target: Target): Check[] {
  const journal = openJournalToRead(dataDir, () => undefined)
  try {
    return [runCheck(journal, target)]
  } finally {
    journal.close()
  }
}

function runCheck(journal: Journal, target: Target): Check {
  const runs = journal.listRuns(target, RUNS)
  const [newest] = runs
  if (newest === undefined) return ok('runs', 'This profile has pushed nothing yet.')
  const { id, kind, state, createdAt } = newest
  const age = durationText(Math.max(0, Math.round((Date.now() - createdAt) / 1000)))
  const last = `The last run, ${id} (${kind}), ${WORDS[state] ?? state}, ${age} ago.`
  // What a later push of the same kind has sent in its place is left no more.
  const unsent = runs.find(
    (run, at) =>
      (run.state === 'interrupted' || run.state === 'stopped') &&
      run.nights.left > 0 &&
      !runs.slice(0, at).some((later) => later.kind === run.kind && later.nights.acknowledged > 0),
  )
  if (unsent !== undefined) {
    const { id: runId, nights } = unsent
    return warn(
      'runs',
      `${last} Run ${runId} has ${count(nights.left, 'night')} left to send.`,
      `hubswitch run resume ${runId}`,
    )
  }
  return state === 'partial' ? warn('runs', last, `hubswitch run show ${id}`) : ok('runs', last)
}

const WORDS: Readonly<Record<string, string>> = {
  planning: 'is being planned',
  ready: 'is planned and not sent',
  sending: 'is at work',
  done: 'was acknowledged in full',
  partial: 'was refused in part',
  'nothing-to-do': 'had nothing to send',
  interrupted: 'was interrupted',
  stopped: 'was stopped',
}
