import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import RunShow from '../../../src/commands/run/show.js'
import { json } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../../support/recorder.js'

describe('run show --html', () => {
  let service: Recorder
  let file: string
  beforeEach(async () => {
    service = await startRecorder()
    file = path.join(service.folder, 'run.html')
  })
  afterEach(() => service.remove())
  const push = (...lines: string[]) =>
    service.run(
      RatesPush,
      service.put('<img src=x>.csv', `hotel_code,room_id,date,price\n${lines.join('\n')}\n`),
      '--yes',
    )
  /** The texts of the cells of each table row. */
  const rows = (page: string): string[][] =>
    [...page.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
      [...(row as string).matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell]) =>
        (cell as string).replaceAll(/<\/?b>/g, ''),
      ),
    )

  it('holds counts, refused rows with their reasons, and batches; text of others stays text, and nothing runs or is loaded', async () => {
    service.answer = ({ hotel }) =>
      hotel === '8' ? refusal('BAD_ROOM', '<script>alert(1)</script> & "no" such room') : ACCEPTED
    await push('7,101,2040-01-01,90.00', '7,101,2040-01-02,91.00', '8,101,2040-01-01,90.00')
    const { code, stdout } = await service.run(RunShow, '1', '--html', file)
    expect([code, stdout]).toEqual([0, `${file}: run 1, partial. Open it in a browser.\n`])
    const page = readFileSync(file, 'utf8')
    expect(rows(page)).toEqual(
      expect.arrayContaining([
        ['✓ acknowledged', '2', '66.7 %'],
        ['× refused', '1', '33.3 %'],
        ['planned', '3', ''],
        [
          expect.stringMatching(/&#60;img src=x&#62;\.csv:4$/) as string,
          '8',
          'BAD_ROOM: &#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;no&#34; such room.',
        ],
        ['1', '7', '2', '2', '2040-01-01', '2040-01-02', 'acknowledged'],
        ['2', '8', '1', '1', '2040-01-01', '2040-01-01', 'refused'],
      ]) as string[][],
    )
    expect(page).not.toMatch(/<script|<img|https?:\/\/(?!127\.0\.0\.1)|(?:src|href)=["']/)
    expect(page).toContain(`default-src 'none'; style-src 'unsafe-inline'"`)
  })

  it('tells what is not known and what comes next', async () => {
    service.answer = () => json(500, {})
    await service.run(
      RatesPush,
      service.put('a.csv', 'hotel_code,room_id,date,price\n7,101,2040-01-01,90.00\n'),
      '--yes',
      '--deadline',
      '1s',
    )
    await service.run(RunShow, '1', '--html', file)
    const page = readFileSync(file, 'utf8')
    expect(rows(page)).toContainEqual(['? sent, no usable answer', '1', '100.0 %'])
    expect(page).toContain('<dt>Next</dt><dd>hubswitch run resume 1 sends the rest</dd>')
    expect(page).toMatch(/<p class="end">[^<]+<\/p>/)
  })

  it('is not written over a folder, nor beside --rows', async () => {
    await push('7,101,2040-01-01,90.00')
    expect((await service.run(RunShow, '1', '--html', service.folder)).code).toBe(2)
    expect((await service.run(RunShow, '1', '--rows', '--html', file)).code).toBe(2)
    writeFileSync(file, 'old')
    expect((await service.run(RunShow, '1', '--html', file)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>\n/)
  })
})
