import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { faultText } from '../../src/cli/print-fault.js'
import { Fault, type Finding } from '../../src/errors.js'

const plain = (fault: Fault): string[] => stripVTControlCharacters(faultText(fault)).split('\n')
const only = (finding: Finding): Finding[] => [{ file: 'a.csv', line: 2, field: 'date', value: '03/04', ...finding }]

describe('the text of a fault with one finding', () => {
  it('says a reason and a remedy once', () => {
    const fault = new Fault('INVALID_INPUT', 'a.csv:2: has two readings.', { next: 'Add --date-format dmy.', findings: only({ reason: 'has two readings', remedy: 'Add --date-format dmy.' }) })
    expect(plain(fault)).toEqual(['Error: a.csv:2: has two readings.', '  a.csv:2  date "03/04"', 'Add --date-format dmy.'])
  })

  it('keeps what the message and the next step leave out', () => {
    const reason = new Fault('INVALID_INPUT', '1 of 1 rows is wrong.', { next: 'Correct it.', findings: only({ reason: 'has two readings', remedy: 'Write YYYY-MM-DD.' }) })
    expect(plain(reason)[1]).toBe('  a.csv:2  date "03/04": has two readings. Write YYYY-MM-DD.')
    const remedy = new Fault('INVALID_INPUT', 'a.csv:2: has two readings.', { next: 'Correct it.', findings: only({ reason: 'has two readings', remedy: 'Write YYYY-MM-DD.' }) })
    expect(plain(remedy)[1]).toBe('  a.csv:2  date "03/04": Write YYYY-MM-DD.')
  })

  it('leaves out a finding that only repeats the message', () => {
    expect(plain(new Fault('REFUSED', 'The service refused this: no.', { next: 'Try again.', findings: [{ reason: 'no' }] }))).toEqual(['Error: The service refused this: no.', 'Try again.'])
  })

  it('keeps line and nearest name where the message says the rest', () => {
    const fault = new Fault('USAGE', 'm.yaml is not valid: envelop is not a known field.', { next: 'Correct the file.', findings: [{ file: 'm.yaml', line: 5, field: 'envelop', reason: 'is not a known field', remedy: 'Did you mean "envelope"?' }] })
    expect(plain(fault)).toEqual(['Error: m.yaml is not valid: envelop is not a known field.', '  m.yaml:5  envelop: Did you mean "envelope"?', 'Correct the file.'])
  })
})
