import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { explainLine, faultText, printFault } from '../../../src/cli/show/print-fault.js'
import { printAnswer, renderAnswer } from '../../../src/cli/show/print.js'
import type { Terminal } from '../../../src/cli/terminal/terminal.js'
import { columns } from '../../../src/cli/show/view.js'
import { ERROR_CODES, Fault, type Finding } from '../../../src/errors.js'

const plain = (fault: Fault): string[] => stripVTControlCharacters(faultText(fault)).split('\n')
const only = (finding: Finding): Finding[] => [{ file: 'a.csv', line: 2, field: 'date', value: '03/04', ...finding }]

describe('the text of a fault with one finding', () => {
  it('says a reason and a remedy once', () => {
    const fault = new Fault('INVALID_INPUT', 'a.csv:2: has two readings.', {
      next: 'Add --date-format dmy.',
      findings: only({ reason: 'has two readings', remedy: 'Add --date-format dmy.' }),
    })
    expect(plain(fault)).toEqual([
      'Error: a.csv:2: has two readings.',
      '  a.csv:2  date "03/04"',
      'Add --date-format dmy.',
    ])
  })

  it('keeps what the message and the next step leave out', () => {
    const reason = new Fault('INVALID_INPUT', '1 of 1 rows is wrong.', {
      next: 'Correct it.',
      findings: only({ reason: 'has two readings', remedy: 'Write YYYY-MM-DD.' }),
    })
    expect(plain(reason)[1]).toBe('  a.csv:2  date "03/04": has two readings. Write YYYY-MM-DD.')
    const remedy = new Fault('INVALID_INPUT', 'a.csv:2: has two readings.', {
      next: 'Correct it.',
      findings: only({ reason: 'has two readings', remedy: 'Write YYYY-MM-DD.' }),
    })
    expect(plain(remedy)[1]).toBe('  a.csv:2  date "03/04": Write YYYY-MM-DD.')
  })

  it('names the line of what is no file', () => {
    const findings = [{ line: 161, field: 'xml-broken the text', reason: 'column 16: it is not closed' }]
    expect(plain(new Fault('FINDINGS', 'It has 1 error.', { next: 'Correct it.', findings }))[1]).toBe(
      '  line 161  xml-broken the text: column 16: it is not closed.',
    )
  })

  it('leaves out a finding that only repeats the message', () => {
    expect(
      plain(
        new Fault('REFUSED', 'The service refused this: no.', { next: 'Try again.', findings: [{ reason: 'no' }] }),
      ),
    ).toEqual(['Error: The service refused this: no.', 'Try again.'])
  })

  it('keeps line and nearest name where the message says the rest', () => {
    const fault = new Fault('USAGE', 'm.yaml is not valid: envelop is not a known field.', {
      next: 'Correct the file.',
      findings: [
        {
          file: 'm.yaml',
          line: 5,
          field: 'envelop',
          reason: 'is not a known field',
          remedy: 'Did you mean "envelope"?',
        },
      ],
    })
    expect(plain(fault)).toEqual([
      'Error: m.yaml is not valid: envelop is not a known field.',
      '  m.yaml:5  envelop: Did you mean "envelope"?',
      'Correct the file.',
    ])
  })
})

const ODD = 'no\u001b[2J\u009b31m\u202eexe.\u0007'
const ACTS = /(?![\n\r])[\p{Cc}\u202e]/u

describe('what a service said', () => {
  it('does not act on the terminal, wherever it stands in the fault', () => {
    const fault = new Fault('REFUSED', ODD, {
      next: ODD,
      findings: [
        { file: ODD, line: 1, field: ODD, value: `${ODD}\nError: forged`, reason: ODD, remedy: ODD },
        { reason: ODD },
      ],
    })
    const text = stripVTControlCharacters(faultText(fault).replaceAll('\u001b[2J', 'LEFT'))
    expect(text).not.toMatch(ACTS)
    expect(text).not.toContain('LEFT')
    expect(text).not.toContain('\nError: forged')
    expect(text.split('no\u{FFFD}[2J')).toHaveLength(9)
  })

  it('stands as escapes in JSON and in CSV', async () => {
    const terminal = { stdout: false, width: 80 } as Terminal
    const answer = { data: { name: ODD }, view: { kind: 'record' as const } }
    const json = await renderAnswer(answer, { format: 'json', terminal })
    expect(json).not.toMatch(ACTS)
    expect(JSON.parse(json)).toEqual({ name: ODD })
    expect(await renderAnswer(answer, { format: 'csv', terminal })).toBe(
      'name\r\nno\\u001b[2J\\u009b31m\\u202eexe.\\u0007\r\n',
    )
  })

  it('of CSV is no formula to a spreadsheet, unless raw cells were asked for', async () => {
    const terminal = { stdout: false, width: 80 } as Terminal
    const answer = { data: { name: '=HYPERLINK("a")', price: -5.5 }, view: { kind: 'record' as const } }
    expect(await renderAnswer(answer, { format: 'csv', terminal })).toBe('name,price\r\n"\'=HYPERLINK(""a"")",-5.5\r\n')
    expect(await renderAnswer(answer, { format: 'csv', terminal, csvRaw: true })).toBe(
      'name,price\r\n"=HYPERLINK(""a"")",-5.5\r\n',
    )
  })

  it.each(['csv', 'yaml', 'table', undefined] as const)('does not act on a terminal as %s', async (format) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await printAnswer(
      {
        data: [{ name: ODD }],
        view: { kind: 'list', rows: [{ name: ODD }], columns: columns('name') as never, empty: '' },
      },
      { format, terminal: { stdout: true, width: 200 } as Terminal },
    )
    const shown = write.mock.calls.map(([text]) => String(text)).join('')
    write.mockRestore()
    expect(shown).toContain('exe.')
    expect(shown.replaceAll('\u001b[1m', '').replaceAll('\u001b[22m', '')).not.toMatch(ACTS)
  })
})

describe('the code of a fault', () => {
  const shownOn = (isTTY: boolean, fault: Fault, json = false): string => {
    const before = process.stderr.isTTY
    let shown = ''
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => (shown += String(text)) !== '')
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => (shown += String(text)) !== '')
    process.stderr.isTTY = isTTY
    try {
      printFault(fault, { json, debug: false })
    } finally {
      process.stderr.isTTY = before
      spy.mockRestore()
      out.mockRestore()
    }
    return stripVTControlCharacters(shown)
  }

  it.each(ERROR_CODES)('%s is told once, as what to type, on a terminal alone', (code) => {
    const fault = new Fault(code, 'No.', { next: 'Do it.' })
    const line = code === 'USAGE' || code === 'INTERRUPTED' ? '' : `explain: hubswitch explain ${code}\n`
    expect([shownOn(true, fault), shownOn(false, fault)]).toEqual([
      `Error: No.\nDo it.\n${line}`,
      'Error: No.\nDo it.\n',
    ])
    expect(JSON.parse(shownOn(true, fault, true))).toMatchObject({ error: { code } })
  })

  it('is not told where the step to take is to have it explained', () => {
    expect(explainLine(new Fault('UNEXPECTED', 'No.', { next: '"hubswitch explain UNEXPECTED" says more.' }))).toBe('')
  })
})
