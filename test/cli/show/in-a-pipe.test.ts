import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunShow from '../../../src/commands/run/show.js'
import { printAnswer } from '../../../src/cli/show/print.js'
import { parseYaml } from '../../../src/cli/show/yaml-text.js'
import { columns, document, list, text } from '../../../src/cli/show/view.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

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
    for (const format of ['csv', 'yaml', 'ndjson']) {
      const { stdout } = await service.run(RunShow, '--last', '--rows', '--output', format)
      expect(stdout).toContain('31mred')
      expect(stdout.replaceAll(/\r\n|\ufeff/g, '')).not.toMatch(ACTS)
    }
  })

  it.each(['csv', 'jsonl'])('nor in the rejects (%s), whose rows stay as the file has them', async (format) => {
    const own = 'note \u009b and \u202e of the file'
    const content =
      format === 'csv'
        ? `hotel_code,room_id,date,price,_note\n1000001,101,2040-01-01,100.00,${own}\n`
        : `${JSON.stringify({ hotel_code: '1000001', room_id: '101', date: '2040-01-01', price: '100.00', _note: own })}\n`
    const file = service.put(`r.${format}`, content)
    const to = path.join(service.folder, `rejects.${format}`)
    await service.run(RatesPush, file, '--yes', '--allow-unknown-rooms', '--rejects', to)
    const written = readFileSync(to, 'utf8')
    if (format === 'csv') {
      expect(written).toMatch(/^_line,_reason,hotel_code,[^\n]*\n2,a \\u001b\[31mred \\u009b31m \\u202etxt\\u2066/)
      expect(written.endsWith(`,100.00,${own}\n`)).toBe(true)
    } else {
      expect(written.trimEnd()).not.toMatch(ACTS)
      expect(JSON.parse(written)).toMatchObject({ _reason: `a ${ACTING} b.`, _note: own })
    }
    service.answer = () => ACCEPTED
    const again = await service.run(RatesPush, to, '--yes', '--allow-unknown-rooms')
    expect(again.stdout).toMatch(/Done\. 1 night acknowledged/)
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

  it('is data as it was in JSON, YAML and a document; CSV has no escapes, and shows them', async () => {
    expect(await printed(answer, 'csv')).toBe('id,name\r\n1,\\u001b[31mred \\u009b31m \\u202etxt\\u2066 \\ufeff\r\n')
    for (const format of ['json', 'ndjson'] as const)
      expect([JSON.parse(await printed(answer, format))].flat()).toEqual(rows)
    expect(await printed(document({}, `<a>${ACTING}\r\n</a>`))).toBe(`<a>${ACTING}\r\n</a>\n`)
    const yaml = await printed(answer, 'yaml')
    expect(parseYaml(yaml)).toEqual(rows)
    expect(yaml).not.toMatch(ACTS)
  })
})
