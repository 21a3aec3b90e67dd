import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { lookInto } from '../../../src/cli/forward/reading.js'
import { type PmsListener, type ReceivedMessage, startPmsListener } from '../../../src/cli/resnotif/pms-listener.js'
import ResnotifSend from '../../../src/commands/resnotif/send.js'
import { createPms, readAnswer, readMessage } from '../../../src/resnotif/index.js'
import { startScripted, text } from '../../client/scripted-server.js'
import { escaped, inEnvelope, inString } from '../../resnotif/carried/strings.js'
import { ROOT } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'

const [RIGHT, WRONG] = ['notification.xml', 'notification-wrong.xml'].map((name) =>
  readFileSync(path.join(ROOT, 'samples', name), 'utf8'),
) as [string, string]
const [ID, CARD] = ['HS-20270701-1', '4111111111111111']
const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-string-'))
const env = { HUBSWITCH_CONFIG_DIR: path.join(base, 'config'), HUBSWITCH_DATA_DIR: path.join(base, 'data') }
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const lineOf = (whole: string): number => whole.split('\n').findIndex((line) => line.includes('GroupEventCode="3"')) + 1

async function listen(): Promise<PmsListener & { seen: ReceivedMessage[]; saved: string[] }> {
  const [seen, saved]: [ReceivedMessage[], string[]] = [[], []]
  const listener = await startPmsListener({
    host: '127.0.0.1',
    port: 0,
    pms: createPms({ persona: 'strict' }),
    save: async (name, content) => (saved.push(Buffer.from(content).toString()), name),
    onMessage: (message) => seen.push(message),
  })
  open.push(listener)
  return { ...listener, seen, saved }
}

describe.each(['entities', 'CDATA'] as const)('a message as a string in its envelope, in %s', (spelling) => {
  it('is judged by listen as the message by itself, and answered in an envelope', async () => {
    const pms = await listen()
    const post = async (body: string): Promise<[number, string]> => {
      const answer = await fetch(pms.url, { method: 'POST', body, headers: { 'content-type': 'text/xml' } })
      return [answer.status, await answer.text()]
    }
    const carded = RIGHT.replace('Late arrival', `Late arrival, card ${CARD}`)
    const [status, answer] = await post(inString(carded, spelling))
    expect([status, readMessage(answer).envelope, readAnswer({ status, body: answer }).fate]).toEqual([
      200,
      'soap11',
      'done',
    ])
    expect((await post(inString(RIGHT, spelling)))[1]).toContain('Code="127"')
    expect((await post(inString(WRONG.replaceAll(ID, 'HS-2'), spelling)))[1]).toContain('counter-across-products')
    expect(pms.seen).toMatchObject([
      {
        id: ID,
        hotel: '1000001',
        envelope: 'soap11',
        outcome: 'taken',
        isString: true,
        findings: [{ rule: 'card-number' }],
      },
      { outcome: 'known already', isString: true },
      { outcome: 'refused', findings: [{ line: lineOf(inString(WRONG, spelling)) }] },
    ])
    expect(pms.seen[0]?.explanation.lines.join('\n')).toContain('Lovelace')
    expect(pms.saved[0]).toContain('xmlPayload')
    expect(pms.saved[0]).toContain('Lovelace')
    for (const secret of [CARD, 'PWPASSCANARY']) expect(pms.saved[0]).not.toContain(secret)
  })

  it('goes out by send as it is, and its answer may be a string', async () => {
    const answer = (_: unknown, index: number): string =>
      index === 0
        ? '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></OTA_HotelResNotifRS>'
        : inEnvelope(
            `<R>${escaped('<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Success/></OTA_HotelResNotifRS>')}</R>`,
          )
    const pms = await startScripted((request, index) => text(200, answer(request, index)))
    open.push(pms)
    const file = path.join(base, `${spelling}.xml`)
    const send = (...args: string[]) => runClass(ResnotifSend, [file, '--to', pms.url, ...args], env)
    const body = inString(RIGHT, spelling)
    writeFileSync(file, body)
    expect((await send()).code).toBe(0)
    expect((await send('--retransmission')).code).toBe(0)
    expect(pms.requests[0]?.body).toBe(body)
    expect(pms.requests[0]?.headers['soapaction']).toBe('""')
    const again = pms.requests[1]?.body ?? ''
    expect(again).toMatch(/RetransmissionIndicator="true"/)
    expect(again.replace(' RetransmissionIndicator="true"', '').length).toBeGreaterThan(body.length - 60)
    expect(readMessage(again).broken).toBeUndefined()

    writeFileSync(file, inString(WRONG, spelling))
    const ran = await send()
    expect([ran.code, pms.requests.length]).toEqual([8, 2])
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(`${spelling}.xml:${lineOf(inString(WRONG, spelling))} `)
  })

  it('is looked into on its way through listen --forward-to', () => {
    const look = (body: string): ReturnType<typeof lookInto> =>
      lookInto(Buffer.from(inString(body, spelling)), { contentType: 'text/xml', secrets: [] })
    const looked = look(RIGHT)
    expect(looked).toMatchObject({ findings: [], hotel: '1000001', bookingId: ID, resStatus: 'Commit' })
    expect(looked.asked).toMatchObject({ hotelCodes: ['1000001'] })
    expect(looked.body).not.toContain('PWPASSCANARY')
    expect(look(WRONG).findings.map(({ rule, line }) => [rule, line])).toEqual([
      ['counter-across-products', lineOf(inString(WRONG, spelling))],
    ])
  })
})
