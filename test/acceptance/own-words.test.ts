import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-words-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
const data = path.join(folder, 'data')
const ENV = { HUBSWITCH_CONFIG_DIR: path.join(folder, 'config'), HUBSWITCH_DATA_DIR: data, NO_COLOR: '1' }
const run = (line: string): Promise<Ran> => runWarm(line.split(' '), ENV)

const CARD = /4929[ -]?4205[ -]?7359[ -]?5709|cvc 739/
const WORDS = 'please charge 4929 4205 7359 5709 cvc 739'
const sample = readFileSync(path.join(ROOT, 'samples/reservation.yaml'), 'utf8')
const [booking, change] = ['booking.yaml', 'change.yaml'].map((name) => path.join(folder, name)) as [string, string]
beforeAll(async () => {
  writeFileSync(
    booking,
    sample.replace(/^comment: .*$/m, `comment: "${WORDS}"`).replaceAll('Lovelace', '4929420573595709'),
  )
  writeFileSync(change, `comment: "${WORDS}, or 4929420573595709"\n`)
  await run('sandbox seed')
})

/** What a person writes into a booking (a comment, a name) may be a card: it is sent as it is, and shown by none of these. */
const WALK: readonly (readonly [string, number])[] = [
  ['reservation create --file BOOKING --dry-run', 0],
  ['reservation create --file BOOKING --dry-run --json', 0],
  ['reservation create --file BOOKING --yes --json --debug', 0],
  ['reservation create --file BOOKING --yes --allow-duplicate', 0],
  ['reservation create --file BOOKING --yes --json', 7],
  ['reservation confirm 900001 --yes --json', 0],
  ['reservation confirm 900002 --yes', 0],
  ['reservation lookup --booking-id 900001 --json', 0],
  ['reservation lookup --booking-id 900001 --output yaml', 0],
  ['reservation list --json', 0],
  ['reservation list', 0],
  ['reservation reconcile --json', 0],
  ['api get /api/v1/hubswitch/reservations/v2?bookingId=900001 --debug', 0],
  ['sandbox booking modify 900001 --file CHANGE --dry-run --json', 0],
  ['sandbox booking modify 900001 --file CHANGE', 0],
  ['sandbox booking modify 900002 --file CHANGE --json', 0],
  ['sandbox booking cancel 900002 --json', 0],
  ['sandbox outbox list --json', 0],
  ['sandbox outbox show 1', 0],
  ['sandbox outbox show 1 --json', 0],
  ['sandbox outbox resend 1 --json', 2],
  ['sandbox outbox address --json', 0],
  ['sandbox holds --json', 0],
  ['run list --json', 0],
  ['resnotif preview BOOKING --json', 0],
  ['resnotif preview BOOKING --output table', 0],
  ['resnotif preview --booking-id 900001 --json', 0],
]
/** These ask for a card at a prompt. */
const AT_A_PROMPT = ['reservation card']

describe("a card in a person's own words", () => {
  it.each(WALK)('%s', async (line, code) => {
    const ran = await run(line.replace('BOOKING', booking).replace('CHANGE', change))
    expect({ code: ran.code, shown: CARD.exec(ran.stdout + ran.stderr)?.[0] }, ran.stderr).toEqual({
      code,
      shown: undefined,
    })
  })

  it('is not in the journal either', () => {
    const kept = readdirSync(data).filter((name) => name.startsWith('journal'))
    expect(kept).toContain('journal.db')
    for (const name of kept) expect(readFileSync(path.join(data, name), 'latin1')).not.toMatch(CARD)
  })

  it('is looked for in every command that shows a booking', () => {
    const { commands } = JSON.parse(readFileSync(path.join(ROOT, 'test/surface.json'), 'utf8')) as {
      commands: Record<string, unknown>
    }
    const showing = Object.keys(commands).filter((name) => /^(?:reservation|sandbox (?:booking|outbox)) /.test(name))
    expect(
      showing.filter((name) => !AT_A_PROMPT.includes(name) && !WALK.some(([line]) => line.startsWith(name))),
    ).toEqual([])
  })
})
