import { describe, expect, it } from 'vitest'
import { redactorOfEnvironment } from '../../../src/cli/unattended/redact.js'
import { type Ending, isSummary, renderSummary } from '../../../src/cli/report/summary.js'
import { text } from '../../../src/cli/show/view.js'
import { Fault } from '../../../src/errors.js'

const SECRET = 'canary-9b1c4-not-a-secret'
const failed = (code: ConstructorParameters<typeof Fault>[0], message: string, more: object = {}): Partial<Ending> => {
  const fault = new Fault(code, message, more)
  return { fault, exitCode: fault.exitCode }
}
const ran = (exitCode: Ending['exitCode'], words: string): Partial<Ending> => ({
  exitCode,
  run: 7,
  answer: { ...text({ run: { id: 7 } }, words), ...(exitCode === undefined ? {} : { exitCode }) },
})

/** Each kind of ending in each format. */
const ENDINGS: readonly (readonly [headline: string, ending: Partial<Ending>, words: string])[] = [
  ['done', ran(0, 'Run 7: Done. 6 nights acknowledged in 1 request, 0.5 s.'), '6 nights acknowledged'],
  ['done in part (exit 3)', ran(3, `Run 7: Partly done. The service says ${SECRET}.`), 'Partly done'],
  [
    'sign-in failed (exit 4)',
    failed('SIGN_IN_REFUSED', `Sign-in of partner p failed with ${SECRET}.`),
    'Sign-in of partner p failed',
  ],
  [
    'the disk is full (exit 1)',
    failed('DATA_DIRECTORY', 'journal.db: the disk is full.', {
      facts: { isFull: true },
      next: 'Free room on that disk.',
    }),
    'Free room on that disk.',
  ],
  [
    'begun, not ended',
    { exitCode: undefined, ifDied: '"hubswitch run list" tells what it sent.' },
    'If it has died, "hubswitch run list" tells what it sent.',
  ],
]

describe.each(['text', 'markdown', 'html', 'json'] as const)('a summary in %s', (format) => {
  it.each(ENDINGS)(
    '%s: the headline is true, the words are there, and no secret is',
    async (headline, ending, words) => {
      const before = process.env['HUBSWITCH_PARTNER_SECRET']
      process.env['HUBSWITCH_PARTNER_SECRET'] = SECRET
      const redact = await redactorOfEnvironment(undefined).finally(() => {
        if (before === undefined) delete process.env['HUBSWITCH_PARTNER_SECRET']
        else process.env['HUBSWITCH_PARTNER_SECRET'] = before
      })
      const summary = redact(
        renderSummary(
          { command: 'rates push', run: undefined, startedAt: 0, seconds: 1, warnings: [], ...ending },
          format,
        ),
      )
      expect([isSummary(summary), summary.includes(SECRET)], summary).toEqual([true, false])
      if (format === 'json') {
        expect(JSON.parse(summary)).toMatchObject({
          summary: `hubswitch rates push: ${headline}`,
          ok: ending.exitCode === 0,
          exitCode: ending.exitCode ?? null,
          run: ending.run ?? null,
          text: expect.stringContaining(words) as string,
        })
        return
      }
      expect(
        summary
          .split('\n')
          .filter((line) => line.replaceAll(/<[^>]+>|^# /g, '').startsWith(`hubswitch rates push: ${headline}`)),
      ).not.toEqual([])
      expect(summary.replaceAll('&quot;', '"')).toContain(words)
    },
  )
})
