import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import ResnotifFix from '../../../src/commands/resnotif/fix.js'
import ResnotifSend from '../../../src/commands/resnotif/send.js'
import { ROOT } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'

const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-cut-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const env = { HUBSWITCH_CONFIG_DIR: path.join(base, 'config'), HUBSWITCH_DATA_DIR: path.join(base, 'data') }

const message = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const body = message.slice(message.indexOf('<OTA_'))
const inLine = body.replaceAll('\n', ' ')
const cut = body.slice(0, body.length / 2)

describe('a message that is cut, beside a whole one', () => {
  it.each([
    ['a log', `10:00 in: ${inLine}\n10:01 in: ${cut.replaceAll('\n', ' ')}\n`, 1, 2],
    ['two in one file', `${body}${cut}`, 1, body.split('\n').length],
  ])('is told, and a message is to be chosen: %s', async (_, text, line, cutLine) => {
    const file = path.join(base, 'two.txt')
    writeFileSync(file, text)
    const fixed = await runClass(ResnotifFix, [file], env)
    expect([fixed.code, fixed.stdout]).toEqual([6, ''])
    expect(fixed.stderr).toContain(`two.txt:${line}  message 1`)
    expect(fixed.stderr).toContain(`two.txt:${cutLine}  cannot be read: a message that is cut`)
    expect(fixed.stderr).toContain('--message 1')
    const chosen = await runClass(ResnotifFix, [file, '--message', '1', '--json'], env)
    expect([chosen.code, chosen.json<{ message: string }>().message.trim()]).toEqual([
      0,
      text.startsWith('10') ? inLine.trim() : body.trim(),
    ])
    const sent = await runClass(ResnotifSend, [file, '--to', 'http://127.0.0.1:1/'], env)
    expect(sent.code).toBe(6)
    expect(sent.stderr).toContain(`in line ${cutLine} a message that is cut`)
    expect(sent.stderr).toContain('Nothing was sent.')
  })
})
