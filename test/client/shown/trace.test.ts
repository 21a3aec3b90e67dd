import { afterEach, describe, expect, it } from 'vitest'
import { createRedactor, type TraceEvent } from '../../../src/client/index.js'
import { json, startScripted, text } from '../scripted-server.js'
import { connect } from '../fixtures.js'

const WORDS = [
  'password: hunter2secret',
  'Passwort=hunter2secret, bitte',
  'pwd=hunter2secret',
  'please use api key hunter2secret! for the door',
  'https://ada:hunter2secret@pms.example/',
  'password: "hunter2secret" and thanks',
]

describe('the trace of a call', () => {
  it.each(WORDS)('shows nothing of %j, which a guest wrote into a comment', (comment) => {
    const redactor = createRedactor(new Set(['duty_code']))
    for (const body of [
      JSON.stringify({ comment, rooms: [{ specialRequest: `Late. ${comment}` }] }),
      JSON.stringify({ comment }).slice(0, -2),
      comment,
    ]) {
      const shown = redactor.body(body, 4_096)
      expect(shown).not.toContain('hunter2')
      expect(redactor.headers({ 'x-echo': body })['x-echo']).not.toContain('hunter2')
    }
  })

  it('keeps the name of what was taken out, and what is none', () => {
    const redactor = createRedactor(new Set(['duty_code', 'password']))
    const comment = 'Two ski passes: 3 days, key at the reception'
    const shown = redactor.body(JSON.stringify({ comment, password: 'hunter2secret', duty_code: 'abcdefghij' }), 4_096)
    expect(shown).toBe(JSON.stringify({ comment, password: '[secret]', duty_code: '[secret]' }))
  })

  it('of a request and of the answer that repeats it', async () => {
    const service = await startScripted(({ path, body }) =>
      path.endsWith('get-token')
        ? json(200, { tokenType: 'Bearer', expiresIn: 3_600, accessToken: 'token-of-the-test' })
        : text(422, `{"status":"error","message":"not taken","told":${body}}`),
    )
    closers.push(service)
    const lines: TraceEvent[] = []
    const client = connect(service.url, { trace: (line: TraceEvent) => void lines.push(line) })
    await client.raw('POST', '/api/v1/x', { body: { comment: WORDS[0] } }).catch(() => undefined)
    expect(lines.length).toBeGreaterThan(1)
    expect(JSON.stringify(lines)).toContain('comment')
    expect(JSON.stringify(lines)).not.toContain('hunter2')
  })
})

const closers: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of closers.splice(0)) await one.close()
})
