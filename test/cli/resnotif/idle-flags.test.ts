import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import ResnotifLint from '../../../src/commands/resnotif/lint.js'
import ResnotifListen from '../../../src/commands/resnotif/listen.js'
import ResnotifPreview from '../../../src/commands/resnotif/preview.js'
import ResnotifScenario from '../../../src/commands/resnotif/scenario.js'
import ResnotifSend from '../../../src/commands/resnotif/send.js'
import { ROOT } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'

const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-idle-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const env = { HUBSWITCH_CONFIG_DIR: path.join(base, 'config'), HUBSWITCH_DATA_DIR: path.join(base, 'data') }
const TO = ['--to', 'http://127.0.0.1:1/']
const sample = (name: string): string => path.join(ROOT, 'samples', name)

describe('a flag that would do nothing is refused', () => {
  it.each([
    [ResnotifLint, ['--rules', sample('notification.xml')], 'Leave out --rules'],
    [ResnotifListen, ['--delay', '3'], '--persona slow'],
    [ResnotifListen, ['--persona', 'lenient', '--reject-code', '450'], '--persona rejecting'],
    [ResnotifSend, [sample('notification.xml'), ...TO, '--password-type', 'text'], '--auth username-token'],
    [
      ResnotifSend,
      [sample('notification.xml'), ...TO, '--auth', 'basic', '--password-type', 'digest'],
      '--auth username-token',
    ],
    [ResnotifScenario, ['http://127.0.0.1:1/', '--password-type', 'digest'], '--auth username-token'],
    [ResnotifPreview, [sample('reservation.yaml'), '--password-type', 'text'], '--security'],
  ])('%o %j', async (command, args, needed) => {
    const ran = await runClass(command, args, env)
    expect([ran.code, ran.stdout]).toEqual([2, ''])
    expect(ran.stderr).toContain(needed)
  })
})
