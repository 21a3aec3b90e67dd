import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunShow from '../../../src/commands/run/show.js'
import { renderAnswer, printAnswer } from '../../../src/cli/show/print.js'
import { columns, document, list, text } from '../../../src/cli/show/view.js'
import { type Recorder, refusal, startRecorder } from '../../support/recorder.js'

const ACTING = '\u001b[31mred \u009b31m \u202etxt\u2066 \ufeff'
/** What acts on a screen, tabs and line ends aside. */
const ACTS = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u

describe('words of a service in a pipe, which may end in a mail or on a screen', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
    service.answer = () => refusal('E1', `a ${ACTING} b`)
  })
  afterEach(() => service.remove())

  it('act on no screen, in the words of a push and in the rows of a run', async () => {
    const file = service.put('r.csv', 'hotel_code,room_id,date,price\n1000001,101,2040-01-01,100.00\n')
    const pushed = await service.run(RatesPush, file, '--yes', '--allow-unknown-rooms', '--quiet')
    const rows = await service.run(RunShow, '--last', '--rows')
    for (const { stdout } of [pushed, rows]) {
      expect(stdout).toContain('31mred')
      expect(stdout).not.toMatch(ACTS)
    }
  })
})

describe('an answer in a pipe', () => {
  const terminal = { stdout: false, progress: false, mayAsk: false, width: 80 }
  const printed = async (
    answer: Parameters<typeof printAnswer>[0],
    format?: 'csv' | 'table' | 'yaml' | 'json' | 'ndjson',
  ): Promise<string> => {
    let shown = ''
    const write = process.stdout.write.bind(process.stdout)
    process.stdout.write = ((chunk: string | Uint8Array) => {
      shown += chunk.toString()
      return true
    }) as typeof process.stdout.write
    await printAnswer(answer, { format, terminal }).finally(() => {
      process.stdout.write = write
    })
    return shown
  }
  const rows = [{ id: 1, name: ACTING }]
  const answer = list(rows, rows, columns('id', 'name'), 'None.')

  it('is made visible as words and in tables', async () => {
    for (const shown of [await printed(answer), await printed(answer, 'table'), await printed(text({}, ACTING))])
      expect(shown).not.toMatch(ACTS)
    expect(await printed(answer)).toBe('1\t\u{FFFD}[31mred \u{FFFD}31m \u{FFFD}txt\u{FFFD} \u{FFFD}\n')
  })

  it('is data as it was in CSV, JSON and a document', async () => {
    expect(await printed(answer, 'csv')).toBe(`id,name\r\n1,${ACTING}\n`)
    for (const format of ['json', 'ndjson'] as const)
      expect([JSON.parse(await printed(answer, format))].flat()).toEqual(rows)
    expect(await printed(document({}, `<a>${ACTING}\r\n</a>`))).toBe(`<a>${ACTING}\r\n</a>\n`)
    expect(await renderAnswer(answer, { format: 'yaml', terminal })).toContain('name:')
  })
})
