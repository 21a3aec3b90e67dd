import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { warmMachine } from '../support/warm-machine.js'

const { folder, run } = warmMachine('refused')

/** A number, or most of it; a code behind its word, or before it. */
const CARD = /4929(?:\W|\\[nrt])*4205(?:\W|\\[nrt])*7359|cvc(?:\W|\\[nrt])*739|739(?:\W|\\[nrt]){0,4}cvc/i
const SPELLINGS = {
  'in a line': 'card 4929 4205 7359 5709 cvc 739',
  'on lines': 'VISA\n4929420573595709\nCVC 739\nexp 12/30',
  'behind tabs': '4929\t4205\t7359\t5709\tcvc\t739',
}
const HARMLESS = ['+4915112345678', 'HS-20270701-8a19a3a062e1', '4929420573595708', '20271122101533124']

const file = path.join(folder, 'booking.json')
const log = path.join(folder, 'log')
const guest = { firstName: 'Ada', lastName: 'Lovelace', unit: 1 }
const booker = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@guests.example' }
const booking = (more: object): object => ({
  propertyId: 1000001,
  checkInDate: '2027-07-01',
  checkOutDate: '2027-07-02',
  totalGuestCounts: { adults: 1 },
  booker,
  rooms: [{ roomId: 101, ratePlanId: 501, units: 1, guests: [guest] }],
  ...more,
})
const guests = (given: unknown): object => ({ rooms: [{ roomId: 101, ratePlanId: 501, units: 1, guests: given }] })

/** What a person may write into a file: right, too long, of another kind. */
const BODIES: Record<string, (words: string) => object> = {
  'a comment': (words) => ({ comment: words }),
  'a comment that is too long': (words) => ({ comment: `${words}, ${'x'.repeat(3_000)}` }),
  'a comment that is cut within the number': (words) => ({
    comment: `${'x'.repeat(60)} ${words} ${'x'.repeat(3_000)}`,
  }),
  'a comment as a list': (words) => ({ comment: [words] }),
  'a comment as an object': (words) => ({ comment: { text: words } }),
  'a name that is too long': (words) => ({ booker: { ...booker, lastName: `Ada ${words} ${'y'.repeat(300)}` } }),
  'a name with a control character': (words) => ({ booker: { ...booker, firstName: `Ada ${words}\u0001` } }),
  'an e-mail address that is none': (words) => ({ booker: { ...booker, email: words } }),
  'a booker as a text': (words) => ({ booker: `Ada ${words}` }),
  'guests as a text': (words) => guests(`Ada ${words}`),
  'guests as texts': (words) => guests([`Ada ${words}`]),
  'a field that is not known': (words) => ({ notes: words }),
  'a name of a field': (words) => ({ [words]: 'x' }),
  'a date': (words) => ({ checkInDate: words }),
}
const COMMANDS: Record<string, string[]> = {
  'reservation create': ['reservation', 'create', '--file', file, '--yes'],
  'reservation create --dry-run': ['reservation', 'create', '--file', file, '--dry-run'],
  'sandbox booking modify': ['sandbox', 'booking', 'modify', '900001', '--file', file],
  'resnotif preview': ['resnotif', 'preview', file, '--output', 'table'],
}
const WAYS = [[], ['--json'], ['--debug'], ['--log-file', log, '--summary', path.join(folder, 'summary.json')]]

/** All that is seen of a command, and left behind. */
async function seen(args: readonly string[]): Promise<string> {
  rmSync(log, { force: true })
  const { stdout, stderr } = await run(...args)
  const kept = [log, path.join(folder, 'summary.json')].filter((name) => existsSync(name))
  return [stdout, stderr, ...kept.map((name) => readFileSync(name, 'utf8'))].join('\n')
}

beforeAll(async () => {
  await run('sandbox', 'seed')
  writeFileSync(file, JSON.stringify(booking({})))
  await run('reservation', 'create', '--file', file, '--yes')
  await run('reservation', 'confirm', '900001', '--yes')
})

describe("a card in a person's own words that a command refuses, or shows in a trace", () => {
  for (const [name, command] of Object.entries(COMMANDS))
    it.each(Object.entries(BODIES))(`${name}: %s`, { timeout: 60_000 }, async (_, body) => {
      for (const [spelling, words] of Object.entries(SPELLINGS)) {
        const given = body(words)
        writeFileSync(file, JSON.stringify(name.startsWith('sandbox') ? given : booking(given)))
        for (const way of WAYS) {
          if (way[0] === '--log-file' && !name.startsWith('reservation')) continue
          expect(CARD.exec(await seen([...command, ...way]))?.[0], `${spelling} ${way[0] ?? ''}`).toBeUndefined()
        }
      }
    })

  it.each([
    ['--guest', (words: string) => ['--guest', `Ada ${words}`]],
    ['--guest with a comma', (words: string) => ['--guest', `Ada, ${words}, x`]],
    ['--field', (words: string) => ['--guest', 'Ada L', '--field', `comment=${words}`]],
    ['--set', (words: string) => ['--guest', 'Ada L', '--set', `comment=${words}`]],
    ['--set of a part', (words: string) => ['--guest', 'Ada L', '--set', `comment.x=${words}`]],
    ['--email', (words: string) => ['--guest', 'Ada L', '--email', words]],
    ['--check-in', (words: string) => ['--guest', 'Ada L', '--check-in', words]],
    ['an argument too much', (words: string) => ['--guest', 'Ada L', words]],
  ])('flags: %s', { timeout: 60_000 }, async (_, flags) => {
    const stay = '--property 1000001 --nights 1 --room 101 --plan 501 --check-in 2027-09-01 --yes'.split(' ')
    for (const words of Object.values(SPELLINGS))
      for (const way of WAYS)
        expect(CARD.exec(await seen(['reservation', 'create', ...stay, ...flags(words), ...way]))?.[0]).toBeUndefined()
  })

  it.each(HARMLESS)('what is none stays readable: %s', async (words) => {
    for (const body of [BODIES['a comment that is too long'], BODIES['guests as texts']]) {
      writeFileSync(file, JSON.stringify(booking(body?.(words) ?? {})))
      for (const way of [[], ['--json']])
        expect(await seen([...(COMMANDS['reservation create'] ?? []), ...way])).toContain(words)
    }
    writeFileSync(file, JSON.stringify(booking({ comment: words })))
    expect(await seen([...(COMMANDS['reservation create --dry-run'] ?? []), '--json'])).toContain(words)
  })
})
