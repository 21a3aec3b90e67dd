import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { ENOUGH, watchFolder } from '../../../src/cli/capture/index.js'
import { asNobody, canBeNobody } from '../../support/as-nobody.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-watch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a file that is still written is handed over once, when it is whole', async () => {
  const seen: string[] = []
  let finish = (): void => undefined
  const until = new Promise<void>((resolve) => (finish = resolve))
  const file = path.join(folder, 'a.xml')
  const watching = watchFolder(
    folder,
    async (one) => {
      seen.push(readFileSync(one, 'utf8'))
      finish()
    },
    until,
  )
  writeFileSync(file, '1')
  for (const piece of ['2', '3', '4']) {
    await sleep(220)
    appendFileSync(file, piece)
  }
  await watching
  expect(seen).toEqual(['1234'])
})

it('XML that lacks its last tag is waited for, and handed over in the end', async () => {
  const place = mkdtempSync(path.join(folder, 'pieces-'))
  const seen: string[] = []
  let finish = (): void => undefined
  const until = new Promise<void>((resolve) => (finish = resolve))
  const watching = watchFolder(
    place,
    async (one) => {
      seen.push(readFileSync(one, 'utf8'))
      if (seen.length === 3) finish()
    },
    until,
  )
  writeFileSync(path.join(place, 'b.xml'), '<?xml version="1.0"?>\n<s:a xmlns:s="x">\n<b/>')
  writeFileSync(path.join(place, 'c.txt'), 'no XML')
  writeFileSync(path.join(place, 'd.xml'), '<a><b>')
  await sleep(2_000)
  appendFileSync(path.join(place, 'b.xml'), '\n</s:a>\n')
  await watching
  expect(seen).toEqual(['no XML', '<?xml version="1.0"?>\n<s:a xmlns:s="x">\n<b/>\n</s:a>\n', '<a><b>'])
}, 20_000)

it('what is still waited for at the end is handed over as it stands, unless there were enough', async () => {
  const ended = async (why?: string): Promise<{ seen: string[]; left: number }> => {
    const place = mkdtempSync(path.join(folder, 'last-'))
    const seen: string[] = []
    let [left, finish] = [0, (): void => undefined]
    const until = new Promise<string | undefined>((resolve) => (finish = () => resolve(why)))
    const onFile = async (one: string, { mayGrow }: { mayGrow: boolean }): Promise<void> =>
      void seen.push(`${path.basename(one)} ${mayGrow}`)
    writeFileSync(path.join(place, 'old.txt'), 'old')
    utimesSync(path.join(place, 'old.txt'), 1, 1)
    const watching = watchFolder(place, onFile, until, { onLeft: (many) => (left = many) })
    while (seen.length === 0) await sleep(10)
    for (let at = 0; at < 103; at++) writeFileSync(path.join(place, `${100 + at}.xml`), '<a><b>')
    finish()
    await watching
    return { seen, left }
  }
  const { seen, left } = await ended()
  expect([seen.length, seen[0], seen[1], seen[100], left]).toEqual([
    101,
    'old.txt false',
    '100.xml true',
    '199.xml true',
    3,
  ])
  expect(await ended(ENOUGH)).toEqual({ seen: ['old.txt false'], left: 0 })
})

it.each<[string, (place: string) => void, string]>([
  ['is removed', (place) => rmSync(place, { recursive: true }), 'There is no folder'],
  [
    'has become a file',
    (place) => {
      rmSync(place, { recursive: true })
      writeFileSync(place, '')
    },
    'cannot be read (ENOTDIR)',
  ],
])('a folder that %s while it is watched is told with its name', async (_what, spoil, words) => {
  const place = mkdtempSync(path.join(folder, 'gone-'))
  const ready: string[] = []
  const fault = await watchFolder(place, () => Promise.resolve(), new Promise(() => undefined), {
    onReady: () => {
      ready.push(place)
      spoil(place)
    },
  }).catch((error: unknown) => error)
  expect(fault).toMatchObject({ code: 'INVALID_INPUT', facts: { file: place } })
  expect([(fault as Error).message.includes(place), (fault as Error).message, ready]).toEqual([
    true,
    expect.stringContaining(words),
    [place],
  ])
})

it.runIf(canBeNobody)('a folder that this user may not read is refused with its name and what to type', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'hubswitch-closed-'))
  try {
    const run = await asNobody(
      `import { watchFolder } from './cli/capture/watch.js'
       const ready = []
       await watchFolder(process.argv[2], async () => undefined, new Promise(() => undefined), { onReady: () => ready.push(1) }).catch(
         ({ code, message, next }) => console.log(JSON.stringify({ code, message, next, ready })))`,
      root,
    )
    const closed = path.join(root, 'closed')
    mkdirSync(path.join(closed, 'below'), { recursive: true })
    for (const [mode, place] of [
      [0o000, closed],
      [0o711, closed],
      [0o700, path.join(closed, 'below')],
    ] as const) {
      chmodSync(closed, mode)
      expect(run<Record<string, unknown>>(place)).toEqual({
        code: 'INVALID_INPUT',
        message: `The folder ${place} may not be read by this user (EACCES).`,
        next: `Allow it, for example with: chmod u+rx ${place}`,
        ready: [],
      })
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

it('files of folders inside are handed over, through links once, and what editors lay beside them is not', async () => {
  const place = mkdtempSync(path.join(folder, 'deep-'))
  const write = (name: string): void => {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true })
    writeFileSync(path.join(place, name), 'text')
  }
  for (const name of ['in/a.txt', 'in/.a.txt.swp', 'in/a.txt~', '#a.txt#', '4913', '.git/config']) write(name)
  symlinkSync(place, path.join(place, 'in/again'))
  const seen: string[] = []
  let finish = (): void => undefined
  const until = new Promise<void>((resolve) => (finish = resolve))
  await watchFolder(
    place,
    async (one) => {
      seen.push(path.relative(place, one))
      if (seen.length === 1) write('later/deeper/b.txt')
      else setTimeout(finish, 700)
    },
    until,
  )
  expect(seen).toEqual(['in/a.txt', 'later/deeper/b.txt'])
}, 20_000)
