import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './support/cli.js'

interface Command {
  summary?: string
  description?: string
  args: Record<string, { description?: string }>
  flags: Record<string, { summary?: string; description?: string }>
}
const { commands } = JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
  commands: Record<string, Command>
}

/** Turns of phrase that no other command line uses, with the field's own. */
const COINED: Readonly<Record<string, RegExp>> = {
  '[default: x]': /unless said|\b\d+ unless\b/i,
  'not a …': /\bis none\b/i,
  correct: /\bmend(ed|ing)?\b/i,
  '- for standard input': /- reads standard input/i,
  timeout: /longest wait/i,
  'random seed': /number that decides/i,
  'Exits with 8 if …': /\bexit \d+ where\b/i,
}

/** Sentences that every command's help shows. */
function sentences(): { place: string; text: string }[] {
  return Object.entries(commands)
    .filter(([id]) => id !== 'help')
    .flatMap(([id, { summary, description, args, flags }]) => [
      { place: id, text: summary },
      { place: id, text: description },
      ...Object.entries(args).map(([name, arg]) => ({ place: `${id} <${name}>`, text: arg.description })),
      ...Object.entries(flags).map(([name, flag]) => ({
        place: `${id} --${name}`,
        text: flag.summary ?? flag.description,
      })),
    ])
    .flatMap(({ place, text }) => (text === undefined ? [] : [{ place, text }]))
}

describe('wording of the help', () => {
  it('has no phrases of its own where the field has a word', () => {
    const all = sentences()
    expect(all.length).toBeGreaterThan(400)
    const found = all.flatMap(({ place, text }) =>
      Object.entries(COINED)
        .filter(([, phrase]) => phrase.test(text))
        .map(([better]) => `${place}: "${text}" (better: ${better})`),
    )
    expect(found).toEqual([])
  })

  it('says what each command, argument and flag is', () => {
    const unexplained = Object.entries(commands)
      .filter(([id]) => id !== 'help')
      .flatMap(([id, { summary, args, flags }]) => [
        ...((summary ?? '') === '' ? [id] : []),
        ...Object.entries(args)
          .filter(([, { description }]) => (description ?? '') === '')
          .map(([name]) => `${id} <${name}>`),
        ...Object.entries(flags)
          .filter(([, flag]) => (flag.summary ?? flag.description ?? '') === '')
          .map(([name]) => `${id} --${name}`),
      ])
    expect(unexplained).toEqual([])
  })
})
