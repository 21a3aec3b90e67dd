import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type PmsListener, startPmsListener } from '../../../src/cli/resnotif/pms-listener.js'
import ResnotifScenario from '../../../src/commands/resnotif/scenario.js'
import { viewAnswer } from '../../../src/cli/resnotif/send-answer.js'
import { createPms, type Persona, readAnswer } from '../../../src/resnotif/index.js'
import { repeated } from '../../resnotif/scenario/repeating.js'
import { type Scripted, startScripted, text } from '../../client/scripted-server.js'
import type { Ran } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-scenario-'))
const PASSWORD = 'a-password-of-pms-7'
const env = {
  HUBSWITCH_CONFIG_DIR: path.join(folder, 'config'),
  HUBSWITCH_DATA_DIR: path.join(folder, 'data'),
  HUBSWITCH_PMS_CREDENTIALS: JSON.stringify({ username: 'hotel', password: PASSWORD }),
  HS_TEST_KEY: 'key-of-the-pms-4711',
}
const open: { close(): Promise<unknown> }[] = []

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function persona(name: Persona): Promise<PmsListener> {
  const pms = await startPmsListener({
    host: '127.0.0.1',
    port: 0,
    pms: createPms({ persona: name, delayMs: 0 }),
    onMessage: () => undefined,
  })
  open.push(pms)
  return pms
}
async function scripted(answer: Parameters<typeof startScripted>[0]): Promise<Scripted> {
  const pms = await startScripted(answer)
  open.push(pms)
  return pms
}
const run = (...args: string[]): Promise<Ran> => runClass(ResnotifScenario, args, env)

interface Told {
  passed: number
  failed: number
  unknown: number
  scenarios: { name: string; verdict: string; steps: Record<string, unknown>[] }[]
}

describe('resnotif scenario', () => {
  it('sends no message from the future, and no two of one time but a repetition', async () => {
    const seen: { ahead: number; stamp: string; token: string }[] = []
    const pms = await scripted(({ body }) => {
      const [stamp = '', token = ''] = ['TimeStamp', 'EchoToken'].map(
        (name) => new RegExp(`${name}="([^"]*)"`).exec(body)?.[1] ?? '',
      )
      seen.push({ ahead: Date.parse(stamp) - Date.now(), stamp, token })
      return text(
        200,
        '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></OTA_HotelResNotifRS>',
      )
    })
    await run(pms.url, '--json')
    expect(seen.length).toBeGreaterThan(15)
    expect(seen.filter(({ ahead }) => ahead > 1_000)).toEqual([])
    const pairs = new Map(seen.map(({ stamp, token }) => [token, stamp]))
    expect(seen.every(({ stamp, token }) => pairs.get(token) === stamp)).toBe(true)
  })

  it.each([
    ['the same number at each answer', () => 'P', 'pass'],
    ['no number to a change', (kind: string) => (kind === 'Commit' ? 'P' : ''), 'pass'],
    ['a number to the change alone', (kind: string) => (kind === 'Commit' ? '' : 'P'), 'pass'],
    ['another number to the change', (kind: string) => (kind === 'Commit' ? 'P' : 'Q'), 'fail'],
  ] as const)('a PMS that gives %s', async (_, numberOf, verdict) => {
    const pms = await scripted(({ body }) => {
      const [kind = '', id = ''] = [/ResStatus="(\w+)"/, /UniqueID Type="14" ID="([^"]+)"/].map(
        (pattern) => pattern.exec(body)?.[1],
      )
      const number = numberOf(kind)
      const told = number === '' ? '' : `<HotelReservationID ResID_Type="10" ResID_Value="${number}-${id}"/>`
      return text(
        200,
        `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs>${told}</HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRS>`,
      )
    })
    for (const name of ['modify-dates', 'cancel']) {
      const [scenario] = (await run(pms.url, '--only', name, '--json')).json<Told>().scenarios
      expect(scenario?.verdict).toBe(verdict)
      if (verdict === 'fail')
        expect(scenario?.steps.find((step) => step['verdict'] === 'fail')?.['reason']).toMatch(
          /answered its number Q-\S+ to the (Modify|Cancel), and P-\S+ to the booking/,
        )
    }
  })

  it('a PMS that gives every booking one number passes, and is told', async () => {
    const answer = (numberOf: (id: string) => string) =>
      scripted(({ body }) => {
        const id = /UniqueID Type="14" ID="([^"]+)"/.exec(body)?.[1] ?? ''
        return text(
          200,
          `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="10" ResID_Value="${numberOf(id)}"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRS>`,
        )
      })
    const reasonsOf = async (numberOf: (id: string) => string) => {
      const pms = await answer(numberOf)
      const ran = await run(pms.url, '--only', 'one-night', '--only', 'cancel', '--json')
      return ran.json<Told>().scenarios.map(({ verdict, steps }) => `${verdict} ${String(steps[0]?.['reason'])}`)
    }
    const shared = await reasonsOf(() => 'P-1')
    expect(shared[0]).toMatch(/^pass/)
    expect(shared[0]).not.toContain('P-1')
    expect(shared[1]).toMatch(/^pass .*its number P-1 to the booking of scenario 1, too/)
    expect((await reasonsOf((id) => `P-${id}`)).join()).not.toContain(', too:')
  })

  it.each([
    ['a room less', (stays: string) => stays.replace(/NumberOfUnits="\d+"/, 'NumberOfUnits="9"'), 1, 'the rooms'],
    ['other dates', (stays: string) => stays.replaceAll(/ End="[^"]+"/g, ' End="2031-01-01"'), 1, 'the dates'],
    [
      'another total',
      (stays: string) => stays.replaceAll(/<Total [^>]*>/g, '<Total AmountAfterTax="1.00"/>'),
      1,
      'the total',
    ],
    [
      'a total with a comma',
      (stays: string) => stays.replaceAll(/AmountAfterTax="(\d+)\.(\d+)"/g, 'AmountAfterTax="$1,$2"'),
      1,
      'the total',
    ],
    [
      'a total of more zeros',
      (stays: string) => stays.replaceAll(/(<Total AmountAfterTax="\d+\.\d+)"/g, '$100"'),
      0,
      '',
    ],
    [
      'a longer stay, by its Duration',
      (stays: string) => stays.replaceAll(/ End="[^"]+"/g, ' Duration="P9N"'),
      1,
      'the dates',
    ],
    [
      'another hotel',
      (stays: string) => stays.replaceAll(/HotelCode="[^"]+"/g, 'HotelCode="X-9"'),
      1,
      'the hotel as X-9',
    ],
    [
      'another plan',
      (stays: string) => stays.replaceAll(/RatePlanCode="[^"]+"/g, 'RatePlanCode="X-9"'),
      1,
      'the rate plans as X-9',
    ],
    ['the same', (stays: string) => stays, 0, ''],
    ['nothing', () => '', 0, ''],
  ] as const)('an answer that repeats the stay with %s', async (_, change, failed, words) => {
    const pms = await scripted(({ body }) => {
      const stays = /<RoomStays>[^]*<\/RoomStays>/.exec(body)?.[0] ?? ''
      const total = stays.includes('<Total')
        ? stays
        : stays.replaceAll('</RoomStay>', '<Total AmountAfterTax="5"/></RoomStay>')
      return text(
        200,
        `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><Warnings><Warning Type="3" Code="320">Letters were replaced</Warning></Warnings><HotelReservations><HotelReservation>${change(words === '' ? stays : total)}</HotelReservation></HotelReservations></OTA_HotelResNotifRS>`,
      )
    })
    const ran = await run(pms.url, '--only', 'one-night', '--json')
    const told = ran.json() as Told
    expect(told.failed).toBe(failed)
    expect(told.scenarios[0]?.steps[0]?.['reason']).toContain(words)
    expect(told.scenarios[0]?.steps[0]?.['reason']).toContain('Letters were replaced')
  })

  it.each([
    ['another currency', 'currency', 'the currency as USD, sent was EUR'],
    ['another total of the reservation', 'all', 'the total of the reservation as 1.00'],
    ['another UniqueID', 'unique', 'the UniqueID as OTHER-1'],
    ['the number of another reservation', 'number', 'the reservation id (ResID_Type 14) as OTHER-1'],
    ['the number of another reservation to a cancellation', 'cancel', 'the reservation id (ResID_Type 14) as OTHER-1'],
    ['ids of its own', 'own', ''],
    ['an id of its own beside the one that was sent', 'beside', ''],
  ] as const)('an answer that repeats the reservation with %s', async (_, kind, words) => {
    const pms = await scripted(({ body }) => {
      const id = /UniqueID Type="14" ID="([^"]+)"/.exec(body)?.[1] ?? ''
      const isCancel = body.includes('ResStatus="Cancel"')
      const amount = /<ResGlobalInfo>[^]*?<Total AmountAfterTax="([^"]+)"/.exec(body)?.[1] ?? '1.00'
      const echo = /EchoToken="([^"]+)"/.exec(body)?.[1] ?? ''
      const number = kind === 'number' || (kind === 'cancel' && isCancel) ? 'OTHER-1' : id
      const own =
        '<HotelReservationID ResID_Type="10" ResID_Value="P-1"/><HotelReservationID ResID_Type="14" ResID_Value="P-2" ResID_Source="PMS"/>'
      const more =
        kind === 'own' ? own : kind === 'beside' ? '<HotelReservationID ResID_Type="14" ResID_Value="P-3"/>' : ''
      return text(
        200,
        `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="${echo}"><Success/><HotelReservations><HotelReservation><UniqueID Type="14" ID="${kind === 'unique' ? 'OTHER-1' : id}"/><ResGlobalInfo><Total AmountAfterTax="${kind === 'all' ? '1' : amount}" CurrencyCode="${kind === 'currency' ? 'USD' : 'EUR'}"/><HotelReservationIDs>${more}<HotelReservationID ResID_Type="14" ResID_Value="${number}"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRS>`,
      )
    })
    const [scenario] = (await run(pms.url, '--only', 'cancel', '--json')).json<Told>().scenarios
    const step = scenario?.steps.at(kind === 'cancel' ? 1 : 0)
    expect([step?.['verdict'], step?.['reason']]).toEqual([
      words === '' ? 'pass' : 'fail',
      expect.stringContaining(words) as string,
    ])
  })

  it.each([
    ['CID', 'fail'],
    ['password=hunter', 'fail'],
  ])('a second number to a repetition is a second booking, whatever it looks like: %s', async (letters, verdict) => {
    let count = 1001
    const pms = await scripted(() =>
      text(
        200,
        `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="10" ResID_Value="${letters}${++count}"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRS>`,
      ),
    )
    const ran = await run(pms.url, '--only', 'repeat', '--json')
    expect(ran.json<Told>().scenarios[0]?.verdict).toBe(verdict)
    expect(ran.stdout).not.toContain('hunter')
  })

  it('an answer that lost the letters of a name has failed, and one that writes it otherwise has not', async () => {
    const reply = (write: (name: string) => string) =>
      scripted(({ body }) => {
        const names = [...body.matchAll(/<Surname>([^<]*)</g)].map(
          ([, name = '']) => `<Surname>${write(name)}</Surname>`,
        )
        const guests = names.map((name) => `<ResGuest><PersonName>${name}</PersonName></ResGuest>`).join('')
        return text(
          200,
          `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/><HotelReservations><HotelReservation><ResGuests>${guests}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRS>`,
        )
      })
    const verdictOf = async (write: (name: string) => string): Promise<string> => {
      const pms = await reply(write)
      const told = (await run(pms.url, '--only', 'scripts', '--json')).json<Told>()
      return `${told.scenarios[0]?.verdict} ${String(told.scenarios[0]?.steps[0]?.['reason'])}`
    }
    expect(await verdictOf((name) => name)).toMatch(/^pass/)
    expect(await verdictOf((name) => name.toUpperCase())).toMatch(/^pass/)
    expect(await verdictOf((name) => name.replaceAll(/[^ -~]/g, '?'))).toMatch(/^fail .*letters of it are lost/)
  })

  it.each([
    ['strict', 0, { passed: 5, failed: 0, unknown: 0 }],
    ['lenient', 0, { passed: 5, failed: 0, unknown: 0 }],
    ['slow', 0, { passed: 5, failed: 0, unknown: 0 }],
    // It knows no hotel, so it says nothing of a cancellation.
    ['rejecting', 8, { passed: 0, failed: 4, unknown: 1 }],
  ] as const)('against the persona %s ends with %i', async (name, code, sums) => {
    const { url } = await persona(name)
    const only = ['families', 'succession', 'cancel-first', 'repeat', 'emoji'].flatMap((one) => ['--only', one])
    const ran = await run(url, '--json', ...only)
    expect(ran.stderr).toMatch(/^\d of 5 scenarios passed[.;]/)
    expect({ code: ran.code, ...ran.json<Told>() }).toMatchObject({ code, ...sums })
  })

  it('does not take silence for a yes: flaky in turn fails, cuts, and answers', async () => {
    const { url } = await persona('flaky')
    const ran = await run(url, '--json', '--only', 'one-night', '--only', 'cancel', '--only', 'repeat')
    const { scenarios } = ran.json<Told>()
    expect(ran.code).toBe(12)
    expect(scenarios.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      'one-night unknown',
      'cancel unknown',
      'repeat unknown',
    ])
    expect(scenarios[0]?.steps).toMatchObject([{ arrival: 'answered', answer: { status: 500 } }])
    expect(scenarios[1]?.steps).toMatchObject([
      { arrival: 'maybe' },
      { arrival: 'no', verdict: 'unknown', reason: 'Not sent: step 1 did not pass.' },
    ])
  })

  const SUCCESS_ECHOED =
    '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="E-1"><Success/></OTA_HotelResNotifRS>'
  const SUCCESS = '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></OTA_HotelResNotifRS>'
  const error = (code: string): string =>
    SUCCESS.replace('<Success/>', `<Errors><Error Type="3" Code="${code}"/></Errors>`)
  /** What send ends with, and what a scenario does: a refusal is a finding there. */
  it.each<[string, [number, string][], number, number]>([
    ['asks to come later', [[429, '']], 10, 10],
    ['is busy', [[503, 'busy']], 10, 10],
    ['answers an error that passes', [[200, error('448')]], 10, 10],
    ['refuses', [[200, error('392')]], 13, 8],
    ['says nothing', [[500, '']], 12, 12],
    [
      'is busy after a Success',
      [
        [200, SUCCESS],
        [503, ''],
      ],
      10,
      10,
    ],
    [
      'is busy, and refuses',
      [
        [503, ''],
        [200, error('392')],
      ],
      13,
      8,
    ],
    [
      'is busy, and says nothing',
      [
        [503, ''],
        [500, ''],
      ],
      12,
      12,
    ],
  ])('a PMS that %s: ends as send does', async (_, answers, sendEnds, scenarioEnds) => {
    const pms = await scripted((_request, at) =>
      text(...(answers[Math.min(at, answers.length - 1)] as [number, string])),
    )
    const ran = await run(pms.url, '--json', '--only', 'one-night', '--only', 'no-email')
    expect(ran.code).toBe(scenarioEnds)
    const [status, body] = answers.at(-1) as [number, string]
    const answer = readAnswer({ status, headers: {}, body }, { resStatus: 'Commit', ids: ['A'], secrets: [] })
    expect(() => viewAnswer(answer, status, { resStatus: 'Commit' })).toThrow(
      expect.objectContaining({ exitCode: sendEnds }) as Error,
    )
  })

  it('fails an answer with the EchoToken of another message, which send takes for not known', async () => {
    const answers = [repeated, (body: string) => repeated(body).replace(/EchoToken="[^"]*"/, 'EchoToken="OTHER-1"')]
    const pms = await scripted(({ body }, at) => text(200, answers[Math.min(at, 1)]?.(body) ?? ''))
    const ran = await run(pms.url, '--json', '--only', 'modify-guests')
    expect(ran.code).toBe(8)
    expect(ran.json<Told>().scenarios[0]?.steps).toMatchObject([
      { verdict: 'pass' },
      {
        verdict: 'fail',
        arrival: 'answered',
        reason: expect.stringMatching(/its EchoToken is "OTHER-1", this one's is ".+ is not known\.$/) as string,
      },
      { verdict: 'unknown', arrival: 'no', reason: 'Not sent: step 2 did not pass.' },
    ])
    const answer = readAnswer({ status: 200, body: answers[1]?.(SUCCESS_ECHOED) ?? '' }, { echoToken: 'E-1' })
    expect(answer.fate).toBe('unknown')
  })

  it.each([
    [
      'another departure',
      (body: string) => body.replaceAll(/ End="[^"]+"/g, ' End="2031-01-01"'),
      'fail',
      'the dates as',
    ],
    ['another guest', (body: string) => body.replaceAll('Lovelace', 'Smithers'), 'fail', 'Ada Smithers, sent was'],
    ['no amounts left', (body: string) => body.replaceAll(/AmountAfterTax="[^"]*"/g, 'AmountAfterTax="0"'), 'pass', ''],
    ['initials', (body: string) => body.replaceAll('>Ada<', '>A.<'), 'pass', 'Only the initial of the given name'],
  ] as const)('holds the answer to a cancellation against what was sent: %s', async (_, change, verdict, words) => {
    const pms = await scripted(({ body }) =>
      text(200, body.includes('ResStatus="Cancel"') ? change(repeated(body)) : repeated(body)),
    )
    const { scenarios } = (
      await run(pms.url, '--json', '--only', 'cancel', '--only', 'cancel-first', '--only', 'succession')
    ).json<Told>()
    for (const { steps } of scenarios) {
      const last = steps.at(-1)
      expect([last?.['verdict'], last?.['reason']]).toEqual([verdict, expect.stringContaining(words) as string])
    }
  })

  it('puts off what stands behind a message that the PMS put off', async () => {
    const pms = await scripted(() => text(503, ''))
    const { scenarios, failed, unknown } = (await run(pms.url, '--json', '--only', 'cancel')).json<Told>()
    expect([failed, unknown]).toEqual([0, 1])
    expect(scenarios[0]?.steps).toMatchObject([
      { verdict: 'unknown', isPutOff: true, arrival: 'answered' },
      { verdict: 'unknown', arrival: 'no', reason: 'Not sent: step 1 did not pass.' },
    ])
  })

  it('says on the sheet which names it could not compare', async () => {
    const pms = await scripted(({ body }) =>
      text(200, repeated(body).replaceAll('ليلى', 'Layla').replaceAll('الخطيب', 'Al Khatib')),
    )
    const page = path.join(folder, 'names.html')
    const ran = await run(pms.url, '--json', '--only', 'scripts', '--only', 'one-night', '--html', page)
    const [plain, scripts] = ran.json<Told>().scenarios.map(({ steps }) => steps[0])
    const words =
      'Name not compared: written in another script than it was sent in (Layla Al Khatib; sent was ليلى الخطيب).'
    expect(scripts).toMatchObject({ verdict: 'pass', reason: expect.stringContaining(words) as string })
    expect(plain?.['reason']).not.toContain('not compared')
    expect(readFileSync(page, 'utf8')).toContain(words)
  })

  it('shows both messages as they travelled, without password, key and card', async () => {
    const pms = await scripted(() => text(200, `<a>${PASSWORD} key-of-the-pms-4711 4111111111111111</a>`))
    const page = path.join(folder, 'sheet.html')
    const ran = await run(
      pms.url,
      '--json',
      '--only',
      'emoji',
      '--html',
      page,
      '--verbose',
      '--envelope',
      'soap11',
      '--auth',
      'username-token',
      '--soap-action',
      'urn:book',
      '--http-header',
      'X-Hotel: 12',
      '--http-header-from',
      'X-Api-Key=HS_TEST_KEY',
    )
    expect(ran.code).toBe(12)
    const [{ headers, body } = { headers: {}, body: '' }] = pms.requests
    expect(headers).toMatchObject({ soapaction: '"urn:book"', 'x-hotel': '12', 'x-api-key': 'key-of-the-pms-4711' })
    expect(body).toContain(PASSWORD)
    const html = readFileSync(page, 'utf8')
    for (const shown of [ran.stdout, ran.stderr, html]) {
      expect(shown).not.toContain(PASSWORD)
      expect(shown).not.toContain('key-of-the-pms-4711')
      expect(shown).not.toContain('4111111111111111')
      expect(shown).toContain('OTA_HotelResNotifRQ')
    }
    expect(html).toContain('Emoji in a name and in the comment')
    expect(html).toContain('Ada 🌷')
    expect(html).toContain('&#38;lt;quiet')
  })

  it('books with the codes that the PMS knows', async () => {
    const pms = await scripted(() =>
      text(200, '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></OTA_HotelResNotifRS>'),
    )
    const ran = await run(
      pms.url,
      '--property',
      '77',
      '--product',
      '9-8',
      '--product',
      '7-6',
      '--currency',
      'CHF',
      '--from',
      '2028-02-28',
      '--only',
      'two-products',
      '--requestor-id',
      'US',
      '--json',
    )
    expect(ran.code).toBe(0)
    const body = String(pms.requests[0]?.body)
    for (const part of [
      'HotelCode="77"',
      'RPH="1-9-8"',
      'RPH="1-7-6"',
      'CurrencyCode="CHF"',
      'Start="2028-02-28" End="2028-03-01"',
      'ID="US"',
    ])
      expect(body).toContain(part)
  })

  it.each([
    [['http://127.0.0.1:1/', '--only', 'cancels'], 2, 'Did you mean cancel?'],
    [['http://127.0.0.1:1/', '--product', '9-8'], 2, 'two-products, families, modify-room, scripts'],
    [['http://127.0.0.1:1/', '--http-header', 'X-Api-Key: 1'], 2, '--http-header-from X-Api-Key=VARIABLE'],
    [['http://127.0.0.1:1/', '--http-header', 'Content-Length: 1'], 2, 'the connection sets this header itself'],
    [['http://127.0.0.1:1/', '--http-header-from', 'X-Api-Key=NOT_SET_ANYWHERE'], 4, 'NOT_SET_ANYWHERE'],
    [['http://pms.example/'], 2, 'is not encrypted'],
    // Nobody is there to be asked.
    [['https://pms.example/'], 2, 'Post 26 test messages to pms.example?'],
    [['http://127.0.0.1:1/', '--auth', 'username-token'], 2, 'needs an envelope'],
    [[], 2, 'The URL of the PMS is missing'],
    [['http://127.0.0.1:1/', '--only', 'cancel'], 10, 'could not be reached'],
  ])('%j ends with %i', async (args, code, words) => {
    const ran = await run(...args)
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code, stderr: expect.stringContaining(words) as string })
    expect(ran.stdout).toBe('')
  })

  it('keeps to the pace that is asked for, but for steps in quick succession', async () => {
    const pms = await scripted(() =>
      text(200, '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></OTA_HotelResNotifRS>'),
    )
    const startedAt = performance.now()
    await run(pms.url, '--only', 'succession', '--only', 'cancel', '--rate', '5', '--json')
    // Four beginnings have a pause behind them, of which the last is not waited for: cancel 2, succession 1.
    expect(performance.now() - startedAt).toBeGreaterThan(2 * 200)
    expect(pms.requests).toHaveLength(5)
  })
})
