import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../../../errors.js'
import { LARGEST, readBounded } from '../../../given-file.js'
import { printable } from '../../../printable.js'
import { temporaryFault, temporaryFolder } from '../../../whole-file.js'
import type { Terminal } from '../../terminal/index.js'
import { type ReadEdit, textOfEdit } from './edited.js'

const ENDING = ['SIGTERM', 'SIGHUP'] as const
/** Ctrl-C and Ctrl-\\, which a terminal sends to the editor as well: that decides what they mean. */
const OF_THE_EDITOR = ['SIGINT', 'SIGQUIT'] as const

/** An edit of which nothing was sent, with what the editor had saved of it. */
export class LostEdit extends Fault {
  constructor(
    { code, message, next }: Fault,
    readonly text: string,
  ) {
    super(code, message, { next })
  }
}

/**
 * Opens a message in the editor of VISUAL or EDITOR, in a file that only its owner can read and that is gone afterwards.
 * @returns the text as it was left
 * @throws Fault USAGE without a terminal, or an editor that can be run; INTERRUPTED where the editor fails or leaves nothing; LostEdit where it had saved something before it failed, or in an encoding that cannot be told
 */
export async function editText(
  text: string,
  terminal: Terminal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  if (!terminal.mayAsk)
    throw new Fault('USAGE', '--edit needs a terminal for the editor.', {
      next: 'Save what was kept with "hubswitch resnotif listen show ID --json > kept.json" and the message of it with "hubswitch resnotif fix kept.json --message 1 --save message.xml"; change that, and send it with "hubswitch resnotif send". Nothing was sent.',
    })
  const editor = [env['VISUAL'], env['EDITOR']].find((one) => one !== undefined && one.trim() !== '') ?? 'vi'
  const folder = temporaryFolder('hubswitch-edit-', 'Nothing was sent.')
  try {
    const file = path.join(folder, 'message.xml')
    await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      throw temporaryFault(error, 'Nothing was sent.')
    })
    // Long ago, so that whoever writes it within the same tick is seen.
    await utimes(file, 0, 0)
    await withoutTrace(folder, () => run(editor, file)).catch(async (error: unknown) => {
      const saved = await savedIn(file, text)
      throw error instanceof Fault && saved !== undefined ? new LostEdit(error, saved) : error
    })
    if ((await writtenAt(file)) === 0)
      throw new Fault('INTERRUPTED', 'The editor was left without writing the message, so nothing was sent.', {
        next: 'Write it, also without a change, to send it.',
      })
    const { text: edited, guessed } = textOfEdit(await readBounded(file, LARGEST.message))
    // Letters that were read wrong would reach the PMS as others.
    if (guessed !== undefined)
      throw new LostEdit(
        new Fault(
          'INVALID_INPUT',
          'The editor has saved the message in an encoding that is neither UTF-8 nor the one that it declares.',
          {
            next: `Nothing was sent. The edit was read as ${guessed}: check its letters beyond ASCII, and have the editor save UTF-8 (in vi: ":set fileencoding=utf-8").`,
          },
        ),
        edited,
      )
    if (edited.trim() === '')
      throw new Fault('INTERRUPTED', 'The editor left nothing, so nothing was sent.', {
        next: 'Run it again to go on.',
      })
    return edited
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * When the editor wrote the message, milliseconds.
 * @throws Fault INTERRUPTED where it left no file
 */
async function writtenAt(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() === true) return found.mtimeMs
  throw new Fault('INTERRUPTED', 'The editor left no file with the message, so nothing was sent.', {
    next: 'Run it again to go on, and save the message under the name that the editor was given.',
  })
}

/** What an editor that failed had saved; undefined where it left what it was given, or nothing. */
async function savedIn(file: string, given: string): Promise<string | undefined> {
  const read: ReadEdit | undefined = await readBounded(file, LARGEST.message).then(textOfEdit, () => undefined)
  return read === undefined || read.text === given || read.text.trim() === '' ? undefined : read.text
}

/** A message may have a card typed into it: whatever ends this process while the editor is open takes the file along. */
async function withoutTrace(folder: string, work: () => Promise<void>): Promise<void> {
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const stay = (): void => undefined
  const end = (signal: NodeJS.Signals): void => {
    remove()
    release()
    process.kill(process.pid, signal)
  }
  const release = (): void => {
    process.off('exit', remove)
    for (const signal of OF_THE_EDITOR) process.off(signal, stay)
    for (const signal of ENDING) process.off(signal, end)
  }
  process.once('exit', remove)
  for (const signal of OF_THE_EDITOR) process.on(signal, stay)
  for (const signal of ENDING) process.on(signal, end)
  try {
    await work()
  } finally {
    release()
  }
}

/** The editor may have arguments of its own, such as `code --wait`, so the shell reads it; the file is an argument. */
function run(editor: string, file: string): Promise<void> {
  const isWindows = process.platform === 'win32'
  return new Promise((resolve, reject) => {
    const child = isWindows
      ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
      : spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' })
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? missingEditor(editor)
          : editorFault(`cannot be started (${error.code ?? 'unknown reason'})`),
      ),
    )
    child.once('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(
            signal === null && NOT_THERE.has(code ?? 0)
              ? missingEditor(editor)
              : editorFault(signal === null ? `ended with ${String(code)}` : `was ended by ${signal}`),
          ),
    )
  })
}

/** What a shell ends with that finds no such program, or may not run it. */
const NOT_THERE: ReadonlySet<number> = new Set([126, 127, 9009])

const missingEditor = (editor: string): Fault =>
  new Fault(
    'USAGE',
    `The editor "${printable(editor.trim().slice(0, 100))}" is not on this machine, or cannot be run.`,
    {
      next: 'Name one that works in VISUAL or EDITOR, such as EDITOR=nano. Nothing was sent.',
    },
  )

const editorFault = (what: string): Fault =>
  new Fault('INTERRUPTED', `The editor ${what}, so nothing was sent.`, {
    next: 'Name one that works in EDITOR, such as EDITOR=nano.',
  })
