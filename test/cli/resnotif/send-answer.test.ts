import { expect, it } from 'vitest'
import { viewAnswer } from '../../../src/cli/resnotif/send-answer.js'
import { Fault } from '../../../src/errors.js'
import { readAnswer } from '../../../src/resnotif/index.js'

const NOW = Date.parse('2027-01-01T00:00:00Z')

function nextOf(headers: Record<string, string>, status = 503): string {
  try {
    viewAnswer(readAnswer({ status, body: '', headers }, { now: NOW, url: 'https://pms.example/in' }), status, {
      resStatus: 'Commit',
    })
  } catch (error) {
    return (error as Fault).next ?? ''
  }
  throw new Error('no fault')
}

it.each([
  ['120', 'send it again, not before 120 s have passed.'],
  ['1800', 'send it again, not before 30 minutes have passed.'],
  ['86400', 'send it again, not before 24 hours have passed.'],
  ['864000', 'send it again, not before 10 days have passed.'],
  ['999999999', 'send it again; the PMS asks for a wait of more than a year, which may be a mistake.'],
  [
    'Fri, 31 Dec 9999 23:59:59 GMT',
    'send it again; the PMS asks for a wait of more than a year, which may be a mistake.',
  ],
  ['Fri, 01 Jan 2021 00:00:00 GMT', 'send it again.'],
  ['-5', 'send it again.'],
  ['soon', 'send it again.'],
  ['0', 'send it again.'],
])('Retry-After %s', (value, says) => {
  expect(nextOf({ 'retry-after': value })).toBe(`The PMS may take it later: ${says}`)
})

it('offers an address that the PMS points to only where it is whole', () => {
  expect(nextOf({ location: 'https://new.example/in' }, 307)).toContain('--to https://new.example/in')
  for (const location of [
    'https://new.example/?password=hush',
    'https://u:hush@new.example/',
    'https://new.example/4111111111111111',
  ])
    expect(nextOf({ location }, 307)).not.toMatch(/--to|hush/)
})
