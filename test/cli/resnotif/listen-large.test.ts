import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type ListenerOptions,
  type PmsListener,
  type ReceivedMessage,
  startPmsListener,
} from '../../../src/cli/resnotif/pms-listener.js'
import { createPms, type Persona } from '../../../src/resnotif/index.js'
import { ROOT } from '../../support/cli.js'

const SCRIPT = path.join(ROOT, 'bin/reader-thread.cjs')
const text = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const ID = 'HS-20270701-1'
/** As many reservations as make it so large. */
function dense(bytes: number): string {
  const [one = ''] = /<HotelReservation[\s>][\s\S]*<\/HotelReservation>/.exec(text) ?? []
  return text.replace(one, () =>
    Array.from({ length: Math.ceil(bytes / one.length) }, (_, at) => one.replaceAll(ID, `${ID}-${at}`)).join(''),
  )
}
const small = (at: number): string => text.replaceAll(ID, `HS-SMALL-${at}`)

const open: PmsListener[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function listen(persona: Persona, more: Partial<ListenerOptions> = {}) {
  const seen: ReceivedMessage[] = []
  const listener = await startPmsListener({
    host: '127.0.0.1',
    port: 0,
    pms: createPms({ persona }),
    onMessage: (message) => seen.push(message),
    ...more,
  })
  open.push(listener)
  return { ...listener, seen }
}
const post = async (url: string, body: string, signal?: AbortSignal): Promise<[number, string]> => {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/xml' },
    signal: signal ?? null,
  })
  return [response.status, (await response.text()).replaceAll(/TimeStamp="[^"]*"/g, '')]
}
const until = async (isTrue: () => boolean): Promise<void> => {
  for (let i = 0; i < 1_000 && !isTrue(); i++) await new Promise((resolve) => setTimeout(resolve, 10))
}
const told = ({ time: _time, ms: _ms, savedAs: _savedAs, ...rest }: ReceivedMessage): object => rest

describe('a large message to a PMS at a port', () => {
  it('holds up no small one', async () => {
    const pms = await listen('strict', { readerScript: SCRIPT })
    const ended: string[] = []
    const large = post(pms.url, dense(1_000_000)).then((got) => {
      ended.push('large')
      return got
    })
    // It has come as a whole by then.
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (let at = 0; at < 5; at++) {
      expect(await post(pms.url, small(at))).toEqual([200, expect.stringContaining('<Success/>')])
      ended.push('small')
    }
    expect((await large)[1]).toContain('<Success/>')
    expect(ended).toEqual(['small', 'small', 'small', 'small', 'small', 'large'])
  })

  it.each<Persona>(['strict', 'lenient', 'rejecting', 'flaky'])(
    'is answered and told by %s as one that is read at once',
    async (persona) => {
      const right = dense(40_000)
      const wrong = right.replace(/(GroupEventCode=")1/, '$17').replace('</Surname>', ' 4111111111111111</Surname>')
      const saved: string[][] = []
      const both = []
      for (const script of [SCRIPT, undefined]) {
        const kept: string[] = []
        saved.push(kept)
        const pms = await listen(persona, {
          readsPacked: persona === 'lenient',
          save: async (_name, content) => `${kept.push(Buffer.from(content).toString())}`,
          ...(script === undefined ? {} : { readerScript: script }),
        })
        const answers = []
        for (const body of [right, right, wrong, `${right}<`])
          answers.push(await post(pms.url, body).catch(() => 'cut'))
        await until(() => pms.seen.length === 4)
        both.push([answers, pms.seen.map(told)])
      }
      expect(both[0]).toEqual(both[1])
      expect(saved[0]).toEqual(saved[1])
      expect(saved.flat().join('')).not.toContain('4111111111111111')
    },
  )

  it('is told as abandoned where its sender goes away while it is read', async () => {
    const pms = await listen('strict', { readerScript: SCRIPT })
    await expect(post(pms.url, dense(1_000_000), AbortSignal.timeout(300))).rejects.toThrow()
    await until(() => pms.seen.length === 1)
    expect(pms.seen).toMatchObject([{ outcome: 'taken', isAbandoned: true }])
  })

  it('ends with its listener', async () => {
    const pms = await listen('strict', { readerScript: SCRIPT })
    const posted = post(pms.url, dense(1_000_000)).catch(() => 'cut')
    await new Promise((resolve) => setTimeout(resolve, 100))
    await pms.close()
    expect(await posted).toBe('cut')
  })
})
