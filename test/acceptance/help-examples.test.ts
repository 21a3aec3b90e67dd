import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS } from '../../src/sandbox/index.js'
import { type Ran, ROOT } from '../support/cli.js'
import { commandLine, type CommandLine, plainWords } from '../support/command-lines.js'
import { type Answers, describedAnswers } from '../support/described-answers.js'
import { expectExit } from '../support/expect-exit.js'
import { READING } from '../support/reading-commands.js'
import { seaviewShell } from '../support/seaview.js'
import type { Background, Shell } from '../support/shell.js'

const PROFILE = 'hubswitch profile set main --base-url https://service.example --partner-id 4711'
const RESERVATION = 'hubswitch reservation create --file samples/reservation.yaml --channel-booking-id HS-20270701-1'
const DELIVERED = [
  'hubswitch sandbox outbox address http://127.0.0.1:7080',
  RESERVATION,
  'hubswitch reservation confirm 900001',
]
const REFUSED = [
  'hubswitch sandbox outbox address http://127.0.0.1:7081',
  RESERVATION,
  'hubswitch reservation confirm 900001',
  'hubswitch sandbox outbox address http://127.0.0.1:7080',
]
const FORWARDED = ['hubswitch resnotif send samples/notification.xml --to http://127.0.0.1:7082']

/** What is typed before an example, by a part of it; the longest that fits. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'auth logout --profile': [PROFILE, 'hubswitch auth login --profile main'],
  'profile remove': [PROFILE],
  'profile use main': [PROFILE],
  'property apply houses/': ['mkdir houses', 'hubswitch property export 1000001 --out houses/seaview.yaml'],
  'property create': ['hubswitch sandbox reset --yes'],
  'resnotif listen list': FORWARDED,
  'resnotif listen show': FORWARDED,
  'resnotif preview --booking-id': [RESERVATION],
  'resnotif replay': FORWARDED,
  'reservation ': [RESERVATION],
  'reservation create': [],
  'reservation reconcile --give-up': [
    'hubswitch sandbox faults add error --endpoint reservation.create --count 1',
    'hubswitch reservation create --file samples/reservation.yaml --channel-booking-id HS-20270701-6f3a9c01b2d4 # exit 12: it is not known whether it was booked',
  ],
  'run resume': [
    'hubswitch rates push samples/own-codes.csv --map samples/mapping.yaml --entries 4 --rate 1 --deadline 1s # exit 9: there is something to resume',
  ],
  'run undo': [
    'hubswitch rates push samples/own-codes.csv --map samples/mapping.yaml',
    'hubswitch rates push samples/rates.csv --changes-only',
  ],
  'run stop 3': ['hubswitch rates push samples/own-codes.csv --map samples/mapping.yaml'],
  'sandbox booking': [RESERVATION],
  'sandbox faults': ['hubswitch sandbox faults add latency --ms 300'],
  'sandbox faults add': [],
  'sandbox outbox list': DELIVERED,
  'sandbox outbox list --state failed': REFUSED,
  'sandbox outbox resend': DELIVERED,
  'sandbox outbox show': DELIVERED,
  'sandbox outbox show 1 --json': REFUSED,
  'sandbox outbox resend --all': REFUSED,
}

/** Addresses that examples name, and what serves there: at another port, because these may be taken. */
const SERVERS: Readonly<Record<string, string>> = {
  'https://service.example/notifications': 'hubswitch resnotif listen --port 0',
  'http://127.0.0.1:7080': 'hubswitch resnotif listen --port 0',
  'http://127.0.0.1:7081': 'hubswitch resnotif listen --port 0 --persona rejecting',
  'http://127.0.0.1:7082': 'hubswitch resnotif listen --port 0 --forward-to http://127.0.0.1:7080',
  'https://service.example': 'hubswitch sandbox start --port 0',
  'http://127.0.0.1:7070': 'hubswitch sandbox start --port 0',
}

/** Lines that go on until Ctrl-C, and what they show when they are ready. */
const LONG_RUNNING = /^hubswitch (resnotif listen(?! list| show)|sandbox start)\b/
const READY = /(http:\/\/127\.0\.0\.1:\d+)/

const [ACCOUNT] = DEMO_ACCOUNTS as [(typeof DEMO_ACCOUNTS)[number]]
const CARD = JSON.stringify({
  holderName: 'Ada Lovelace',
  number: ['4111', '1111', '1111', '1111'].join(''),
  expiryMonth: 12,
  expiryYear: 2031,
  cvc: '123',
})

/** Lines that ask a person: what is added because no one is there, and the answer. The keychain belongs to whoever runs the tests. */
const ASKING: readonly { line: RegExp; added: string; answer: string }[] = [
  { line: /^hubswitch auth login --profile/, added: ' --secret-stdin --store file', answer: ACCOUNT.secret },
  { line: /^hubswitch reservation reconcile --give-up/, added: ' --yes', answer: '' },
  { line: /^hubswitch reservation card \d+$/, added: ' --card-stdin', answer: CARD },
]

/** Programs that examples pipe from or hand something to. */
const PROGRAMS = {
  'print-secret': `echo '${ACCOUNT.secret}'`,
  'read-card': `echo '${CARD}'`,
  curl: `exec "${process.execPath}" -e 'const [, header, url] = process.argv.slice(1); fetch(url, { headers: [header.split(": ")] }).then(async (answer) => { console.log(await answer.text()); process.exitCode = answer.ok ? 0 : 22 })' -- "$@"`,
}

/** A terminal of the usual width. */
const COLUMNS = 80
/** Lines whose output is data, or a file to be: it is left as it is. */
const DATA =
  /--json\b|--output\b|--verbose\b|^hubswitch (api|completion|property export|resnotif (preview|fix)|auth token)\b/

/** Lines of an output that the terminal would break anywhere: wider than it, although there is a place between words. */
function tooWide(output: string): string[] {
  return stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => stringWidth(line) > COLUMNS)
    .filter((line) => !/^\s*hubswitch /.test(line))
    .filter((line) => !/^\s*(?:"[^"]*"\S*|\S+)$/.test(line))
}

const commands = (
  JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
    commands: Record<string, { examples?: string[] }>
  }
).commands
const examples = Object.entries(commands)
  // What needs an engine is shown by the tests of estates.
  .filter(([id]) => id !== 'help' && !/^(?:estate|worker):/.test(id))
  .flatMap(([id, { examples: shown = [] }]) => {
    const name = id.replaceAll(':', ' ')
    return shown.map((text, at) => ({
      at,
      line: commandLine(text.replaceAll('<%= config.bin %>', 'hubswitch'), `hubswitch ${name} --help`),
    }))
  })

/** They go on until Ctrl-C, ask a person, or print what is not one document; other tests have them. */
const SEEN_ELSEWHERE = new Set([
  'api spec',
  'property apply',
  'reservation reconcile',
  'resnotif fix',
  'sandbox outbox address',
  'auth login',
  'help',
  'init',
  'reservation card',
  'resnotif listen',
  'resnotif scenario',
  'resnotif send',
  'sandbox start',
  'estate status',
  'worker drain',
  'worker list',
  'worker start',
  'worker stop',
])

const names = Object.keys(commands).map((id) => id.replaceAll(':', ' '))
const nameOf = (command: string): string =>
  names.filter((name) => `${command} `.startsWith(`hubswitch ${name} `)).toSorted((a, b) => b.length - a.length)[0] ??
  ''

/** Lines that can be run with --json as they stand. */
const hasDocument = (command: string): boolean =>
  plainWords(command) !== undefined &&
  !ASKING.some(({ line }) => line.test(command)) &&
  !LONG_RUNNING.test(command) &&
  !/--(?:output|columns)\b|127\.0\.0\.1|service\.example/.test(command)

const typed = (text: string): CommandLine => commandLine(text, 'before the example')

/** Every example of every command's help, each from the same beginning: what the README says they need. */
describe('examples of the help', () => {
  let estate: Shell
  let answers: Answers
  beforeAll(async () => {
    estate = await seaviewShell(PROGRAMS)
    answers = await describedAnswers(estate)
  })
  afterAll(() => estate.remove())

  it('stand in the help of every command, two or more', () => {
    const few = Object.entries(commands).filter(([, { examples: shown = [] }]) => new Set(shown).size < 2)
    expect(few.map(([id]) => id)).toEqual([])
  })

  it.each(examples)('$line.place, $line.command', async ({ line, at }) => {
    const [, before = []] =
      Object.entries(BEFORE)
        .filter(([part]) => line.command.includes(part))
        .sort(([a], [b]) => b.length - a.length)[0] ?? []
    const shell = await estate.copy()
    const addresses = new Map<string, Background>()
    try {
      for (const each of before.map(typed)) await runLine(shell, each, addresses)
      const isDocument = hasDocument(line.command)
      // What changes something is run once: every other example as a document.
      const isOnce = !READING.test(nameOf(line.command))
      if (!isDocument || !isOnce || at % 2 === 0) await runLine(shell, line, addresses)
      if (isDocument && (!isOnce || at % 2 === 1))
        checkDocument(line, await shell.run(line.command.includes('--json') ? line.command : `${line.command} --json`))
    } finally {
      for (const { stop } of [...addresses.values()].reverse()) expect(await stop()).toBe(0)
      await shell.remove()
    }
  })

  it('print documents that are described, of nearly every command', () => {
    const undescribed = names.filter((name) => !answers.seen.has(name) && !SEEN_ELSEWHERE.has(name))
    expect(undescribed).toEqual([])
  })

  /** What is printed with --json is what `commands --json` says that it is. */
  function checkDocument(line: CommandLine, ran: Ran): void {
    expectExit(line, ran)
    const { stdout, stderr } = ran
    const name = nameOf(line.command)
    const data = JSON.parse(stdout) as unknown
    const isFailure = typeof data === 'object' && data !== null && Object.keys(data).join() === 'error'
    expect(answers.faultsOf(isFailure ? undefined : name, data), `${line.command}\n${stderr}`).toEqual([])
    if (!isFailure) answers.seen.add(name)
  }

  /** Runs a line as typed, but for the addresses and the person. What it needs beside it is started. */
  async function runLine(shell: Shell, line: CommandLine, addresses: Map<string, Background>): Promise<void> {
    let { command } = line
    // What one serves may stand behind what another does.
    const served = async (text: string): Promise<string> => {
      let words = text
      for (const [address, server] of Object.entries(SERVERS)) {
        if (!words.includes(address)) continue
        if (!addresses.has(address)) addresses.set(address, await shell.start(await served(server), READY))
        words = words
          .replaceAll(address, addresses.get(address)?.found ?? '')
          .replace('--partner-id 4711', `--partner-id ${ACCOUNT.partnerId}`)
      }
      return words
    }
    command = await served(command)
    if (LONG_RUNNING.test(command)) {
      addresses.set(command, await shell.start(`${command.replace(/ --port \d+/, '')} --port 0`, READY))
      return
    }
    const asking = ASKING.find((each) => each.line.test(command))
    const ran = await (asking === undefined
      ? shell.run(command, { columns: COLUMNS })
      : shell.run(`${command}${asking.added}`, { stdin: asking.answer }))
    expectExit(line, ran)
    if (asking === undefined && plainWords(command) !== undefined && !DATA.test(command))
      expect(tooWide(`${ran.stdout}\n${ran.stderr}`), `${command} on a terminal of ${COLUMNS} columns`).toEqual([])
  }
})
