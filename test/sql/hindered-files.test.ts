import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asNobody, canBeNobody, NOBODY } from '../support/as-nobody.js'

interface Told {
  code?: string
  message?: string
  next?: string
  wasCopied?: boolean
}

const SCRIPT = `
  import { checkJournal, hindranceInData, openJournal } from './journal/index.js'
  import { withFileLock } from './sql/index.js'
  const [what, place] = process.argv.slice(2)
  try {
    if (what === 'lock') await withFileLock(place, { waitMs: 0, holder: 'a test' }, async () => undefined)
    if (what === 'check') checkJournal(place)
    if (what === 'look') console.log(JSON.stringify(hindranceInData(place) ?? {}))
    else if (what === 'journal') {
      const journal = openJournal(place)
      const target = { profile: 'p', service: 'https://one.example' }
      journal.runs.create({ target, kind: 'rates', files: [{ name: 'a.csv' }], command: {}, wire: {} })
      journal.close()
      console.log(JSON.stringify({ wasCopied: journal.wasCopied }))
    } else console.log('{}')
  } catch ({ code, message, next }) {
    console.log(JSON.stringify({ code: code ?? 'none', message, next }))
  }
`

const KINDS: Readonly<Record<string, (file: string) => void>> = {
  'a folder': (file) => mkdirSync(file),
  'a folder that is not empty': (file) => {
    mkdirSync(file)
    writeFileSync(join(file, 'x'), '')
  },
  'a FIFO': (file) => void execFileSync('mkfifo', [file]),
  'a link to nowhere': (file) => symlinkSync('/nowhere/at/all', file),
  'a file of another user': (file) => writeFileSync(file, '', { mode: 0o600 }),
  'a file of this user without rights': (file) => {
    writeFileSync(file, '')
    chownSync(file, NOBODY, NOBODY)
    chmodSync(file, 0o000)
  },
}

describe.runIf(canBeNobody)('a file that stands in the way', () => {
  let root: string
  let run: <T>(...args: string[]) => T
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'hubswitch-hindered-'))
    run = await asNobody(SCRIPT, root)
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const ownFolder = (): string => {
    const folder = mkdtempSync(join(root, 'own-'))
    chownSync(folder, NOBODY, NOBODY)
    return folder
  }
  /** What the remedy tells to type; a person types it with the rights that it asks for. */
  const typed = (next = ''): string => /(?:mv|sudo chown|chmod) [^")]*/.exec(next)?.[0].replace('sudo ', '') ?? 'false'

  it.each(
    ['', '-journal', '.holder'].flatMap((beside) =>
      Object.entries(KINDS).map(([kind, lay]): [string, string, (file: string) => void] => [beside, kind, lay]),
    ),
  )('of a lock%s is named, and moved away by what is told: %s', (beside, kind, lay) => {
    const lock = join(ownFolder(), 'x.lock')
    lay(`${lock}${beside}`)
    const told = run<Told>('lock', lock)
    // A note that can be replaced is, and an empty file beside the lock holds nothing.
    if (told.code !== undefined) {
      expect(told).toMatchObject({
        code: 'DATA_DIRECTORY',
        message: expect.stringContaining(`${lock}${beside}`) as string,
        next: expect.stringContaining(`mv ${lock}${beside} `) as string,
      })
      execFileSync('sh', ['-c', typed(told.next)], { uid: NOBODY, gid: NOBODY })
    } else {
      expect(beside).not.toBe('')
      expect(kind).not.toContain('folder')
    }
    expect(run<Told>('lock', lock)).toEqual({})
  })

  it.each<[string, (file: string) => void]>([
    ['of another user', (file) => chownSync(file, 0, 0)],
    ['without rights', (file) => chmodSync(file, 0o000)],
  ])('the mark of a journal %s is named, and once it is put right nothing is in doubt', (_what, spoil) => {
    const folder = ownFolder()
    const mark = join(folder, 'journal.db-mark')
    expect(run<Told>('journal', folder)).toEqual({ wasCopied: false })
    spoil(mark)
    const named = { code: 'DATA_DIRECTORY', message: expect.stringContaining(mark) as string }
    const told = run<Told>('journal', folder)
    expect(told).toMatchObject(named)
    expect(run<Told>('check', folder)).toMatchObject(named)
    expect(run<Told>('look', folder)).toMatchObject({ file: mark })
    execFileSync('sh', ['-c', typed(told.next)])
    expect([run<Told>('look', folder), run<Told>('check', folder)]).toEqual([{}, {}])
    expect(run<Told>('journal', folder)).toEqual({ wasCopied: false })
  })

  it('a journal that may be read and not written is checked', () => {
    const folder = ownFolder()
    run('journal', folder)
    execFileSync('chmod', ['-R', 'a-w', folder])
    expect(run<Told>('check', folder)).toEqual({})
  })

  it.each(['journal.db', 'journal.db-wal', 'journal.db-seen-99999', 'pace.db', 'locks/run-0.lock.holder'])(
    '%s is found before a command needs it',
    (name) => {
      const folder = ownFolder()
      run('journal', folder)
      if (name.startsWith('locks')) mkdirSync(join(folder, 'locks'))
      const file = join(folder, name)
      rmSync(file, { force: true })
      mkdirSync(file)
      chmodSync(join(file, '..'), 0o755)
      expect(run<Told>('look', folder)).toMatchObject({ file })
      if (name.startsWith('journal')) expect(run<Told>('journal', folder).message).toContain(file)
    },
  )
})
