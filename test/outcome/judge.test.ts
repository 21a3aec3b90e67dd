import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeReceived } from '../../src/client/answers/answer.js'
import { type Client, createClient } from '../../src/client/index.js'
import { createRedactor } from '../../src/client/shown/redact.js'
import { endpointOf, endpoints } from '../../src/contract/map/map.js'
import { EXIT, Fault } from '../../src/errors.js'
import { faultOf, judgeSilence, RULES } from '../../src/outcome/index.js'
import { cut, cutMidBody, type Reply, type Scripted, startScripted, withTokens } from '../client/scripted-server.js'
import { type RandomAnswer, randomAnswer, randomOf } from './answers.js'
import { falseWords, mayExitWith, toBeTold } from './oracle.js'
import { type WriteCase, WRITES } from './writes.js'
import { CLOSED_PORT } from '../support/closed-port.js'

/** All of them through the judge, a tenth through the real client over a real port. `OUTCOME_CASES=20000` for the long form. */
const CASES = Number(process.env['OUTCOME_CASES'] ?? 4_000)
const SEED = Number(process.env['OUTCOME_SEED'] ?? 1)

interface Told {
  exit: number
  text: string
  /** What was told beside a success. */
  beside?: readonly string[]
}

const toldBy = (fault: Fault | undefined): Told => ({
  exit: fault?.exitCode ?? EXIT.ok,
  text: fault === undefined ? '' : [fault.message, fault.next, ...fault.findings.map(({ reason }) => reason)].join(' '),
})

/** What is wrong with what was told; undefined where nothing is. */
function complaint(
  write: WriteCase,
  answer: RandomAnswer,
  { exit, text, beside }: Told,
  isRepeat = false,
): string | undefined {
  const allowed = mayExitWith(write, answer, isRepeat)
  const lie = falseWords(answer, text)
  const untold = exit === 0 ? toBeTold(answer) : undefined
  if (beside !== undefined && exit === 0 && beside.includes(untold ?? '') !== (untold !== undefined))
    return `${write.key}: "${untold ?? ''}" beside a success is told as ${JSON.stringify(beside)}`
  if (allowed.includes(exit) && lie === undefined) return undefined
  return `${write.key}, ${answer.kind}: exit ${exit}${allowed.includes(exit) ? '' : `, not ${allowed.join(' or ')}`}${lie === undefined ? '' : `, ${lie}`}\n  ${answer.text}\n  ${text}`
}

function judged(write: WriteCase, answer: RandomAnswer, isRepeat: boolean): Told {
  const endpoint = endpointOf(write.key)
  const call = { label: write.key, rule: RULES[write.key], asked: write.input }
  if (answer.way !== 'answer') {
    const silence = {
      words: 'the connection was cut',
      reason: 'ECONNRESET',
      attempts: 1,
      requestId: 'r',
      isTransient: true,
      host: '127.0.0.1:1',
      isTls: false,
    }
    const broken = answer.way === 'cut-mid-body' ? { brokenStatus: answer.status } : {}
    return toldBy(
      faultOf(
        judgeSilence(call.rule, call.label, call.asked, {
          ...silence,
          ...broken,
          arrived: answer.way === 'no-connection' ? 'no' : 'maybe',
        }),
      ),
    )
  }
  const { status, headers, text } = answer
  const judgement = judgeReceived(
    write.key,
    endpoint,
    call,
    { status, headers, text, attempts: 1, requestId: 'r', isRepeat },
    { redactor: createRedactor(new Set()), baseAddress: new URL('https://service.example'), retryAfterCapMs: 120_000 },
  )
  return { ...toldBy(judgement.fate === 'done' ? undefined : faultOf(judgement)), beside: judgement.additions ?? [] }
}

describe('what an answer to a write means', () => {
  it('every endpoint of the contract has a rule, and every write is tried here', () => {
    expect(Object.keys(RULES).sort()).toEqual(endpoints.map(({ key }) => key).sort())
    expect(WRITES.map(({ key }) => key).sort()).toEqual(
      endpoints
        .filter(({ key }) => RULES[key].effect === 'write')
        .map(({ key }) => key)
        .sort(),
    )
  })

  it(`${CASES} answers made at random: exit code and words are those of an oracle that was written from the interface`, () => {
    const random = randomOf(SEED)
    const wrong: string[] = []
    const seen = new Map<number, number>()
    for (let at = 0; at < CASES; at += 1) {
      const write = WRITES[at % WRITES.length] as WriteCase
      const answer = randomAnswer(write, random)
      const isRepeat = random() < 0.3
      const told = judged(write, answer, isRepeat)
      seen.set(told.exit, (seen.get(told.exit) ?? 0) + 1)
      const found = complaint(write, answer, told, isRepeat && answer.way === 'answer')
      if (found !== undefined) wrong.push(found)
    }
    expect(wrong.slice(0, 10).join('\n'), `${wrong.length} of ${CASES}`).toBe('')
    // Each ending must have come up, or the generator proves nothing.
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual([0, 4, 5, 10, 12])
  })
})

describe('the same through the real client', () => {
  let server: Scripted
  let client: Client
  let nowhere: Client
  let reply: Reply = cut
  const heard: string[] = []
  beforeAll(async () => {
    server = await startScripted(withTokens(() => reply))
    const options = {
      userAgent: 'hubswitch/test',
      identity: { partner: async () => ({ partnerId: 'demo', partnerSecret: 'demo-secret' }) },
      channelCredentials: async () => ({ id: 1, duty_code: 'duty' }),
      maxAttempts: 1,
      onWarning: (text: string, kind: string) => void (kind === 'adds' && heard.push(text)),
    }
    client = createClient({ ...options, baseUrl: server.url })
    nowhere = createClient({
      ...options,
      identity: { partner: async () => undefined, fixedToken: 'fixed-opaque-token' },
      baseUrl: `http://127.0.0.1:${CLOSED_PORT}`,
    })
  })
  afterAll(async () => {
    await client.close()
    await nowhere.close()
    await server.close()
  })

  const sent = async (write: WriteCase, answer: RandomAnswer): Promise<Told> => {
    reply =
      answer.way === 'cut'
        ? cut
        : answer.way === 'cut-mid-body'
          ? cutMidBody
          : (response) => void response.writeHead(answer.status, answer.headers).end(answer.text)
    heard.length = 0
    const target = answer.way === 'no-connection' ? nowhere : client
    const call =
      write.isBatch === true
        ? target.callText(write.key as 'rates.push', JSON.stringify({ ...write.input.body, hotel_code: 1000001 }), {
            isOnce: true,
            hotelCode: '1000001',
          })
        : target.call(write.key as 'unit.add', write.input as never)
    const fault = await call.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (fault !== undefined && !(fault instanceof Fault)) throw fault
    return { ...toldBy(fault), beside: [...heard] }
  }

  it(`${CASES / 10} answers made at random`, async () => {
    const random = randomOf(SEED + 1)
    const wrong: string[] = []
    for (let at = 0; at < CASES / 10; at += 1) {
      const write = WRITES[at % WRITES.length] as WriteCase
      const answer = randomAnswer(write, random)
      const found = complaint(write, answer, await sent(write, answer))
      if (found !== undefined) wrong.push(found)
    }
    expect(wrong.slice(0, 10).join('\n'), `${wrong.length} wrong`).toBe('')
  })
})
