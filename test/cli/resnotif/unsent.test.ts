import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import ResnotifSend from '../../../src/commands/resnotif/send.js'
import ResnotifLint from '../../../src/commands/resnotif/lint.js'
import { ROOT } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'
import { zip } from '../../support/workbook.js'

const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-unsent-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const env = { HUBSWITCH_CONFIG_DIR: path.join(base, 'config'), HUBSWITCH_DATA_DIR: path.join(base, 'data') }
const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')

describe('what has the form of a message and was never sent', () => {
  it('is not sent but with --force', async () => {
    const file = path.join(base, 'template.xml')
    writeFileSync(file, MESSAGE.replace(/HotelCode="[^"]*"/, 'HotelCode="${hotel}"'))
    const to = ['--to', 'http://127.0.0.1:1/']
    const ran = await runClass(ResnotifSend, [file, ...to], env)
    expect([ran.code, ran.stdout]).toEqual([6, ''])
    expect(ran.stderr).toMatch(/a template in line \d+: .*Nothing was sent\./s)
    expect((await runClass(ResnotifSend, [file, ...to, '--force', '--dry-run'], env)).stdout).toContain('${hotel}')
  })

  it.each([
    ['day.zip', zip({ 'one.xml': MESSAGE })],
    ['one.xml.gz', gzipSync(MESSAGE)],
  ])('nor is an archive, whose messages can be written out: %s', async (name, bytes) => {
    const file = path.join(base, name)
    writeFileSync(file, bytes)
    for (const more of [[], ['--force']]) {
      const ran = await runClass(ResnotifSend, [file, '--to', 'http://127.0.0.1:1/', ...more], env)
      expect([ran.code, ran.stdout]).toEqual([6, ''])
      expect(ran.stderr).toMatch(
        /is an archive\..*resnotif fix .* --message 1 --save message\.xml.*Nothing was sent\./s,
      )
    }
  })

  it.each([
    ['a template', MESSAGE.replace(/HotelCode="[^"]*"/, 'HotelCode="{{hotel}}"'), 'yet to be filled in'],
    ['no message at all', '<Order/>', 'There is no OTA_HotelResNotifRQ'],
  ])('is told as that: %s', async (_, text, why) => {
    const file = path.join(base, 'one.xml')
    writeFileSync(file, text)
    const ran = await runClass(ResnotifLint, [file, '--json'], env)
    const [{ findings = [] } = {}] = ran.json<{ files: { findings?: { rule: string; why: string }[] }[] }>().files
    expect([ran.code, findings]).toMatchObject([8, [{ rule: 'not-a-notification' }]])
    expect(findings[0]?.why).toContain(why)
  })
})
