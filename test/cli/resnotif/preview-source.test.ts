import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ResnotifPreview from '../../../src/commands/resnotif/preview.js'
import { runClass } from '../../support/run-class.js'
import { line, people, reservation } from '../../resnotif/reservations.js'

const RECORD = { ...reservation([line(101, 501, 1, people(1))]), bookingId: '777', status: 'confirmed' }

const SIGNED = ['--envelope', 'soap12', '--security', 'username-token']

describe('the reservation of a preview', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-preview-'))))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const preview = (content: unknown, ...words: string[]) => {
    const file = path.join(folder, 'answer.json')
    writeFileSync(file, JSON.stringify(content))
    return runClass(ResnotifPreview, [file, '--json', ...words], {
      HOME: folder,
      HUBSWITCH_CONFIG_DIR: folder,
      HUBSWITCH_DATA_DIR: folder,
    })
  }

  it.each([
    ['alone', RECORD],
    ['in a list', [RECORD]],
  ])('is taken out of the answer of a look-up: %s', async (_, data) => {
    const { code, stdout } = await preview({ success: true, data, error: null })
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('RoomTypeCode=')
    expect(stdout).toContain('777')
  })

  it.each<[string, object, string]>([
    ['none', { success: true, data: [] }, 'with no reservation'],
    ['several', { success: true, data: [RECORD, RECORD] }, 'with 2 reservations'],
    [
      'a refusal',
      { success: false, data: null, error: { code: 'NOT_FOUND', message: 'none' } },
      'that says it was refused',
    ],
  ])('is asked for where an answer has %s', async (_, content, words) => {
    const { code, stdout, stderr } = await preview(content)
    expect(code).toBe(6)
    expect(`${stdout}${stderr}`).toContain(words)
    expect(`${stdout}${stderr}`).toContain('hubswitch reservation lookup --booking-id')
  })

  it.each([
    ['--echo-token', ''],
    ['--echo-token', 'e'.repeat(129)],
    ['--version', ''],
    ['--version', ' 5.000'],
    ['--version', '2009A'],
    ['--requestor-id', ' '],
    ['--requestor-id', 'r'.repeat(33)],
    ['--username', ''],
  ])('takes no head that no message can have: %s %j', async (flag, value) => {
    const ran = await preview(RECORD, `${flag}=${value}`, ...(flag === '--username' ? SIGNED : []))
    expect([ran.code, ran.stdout]).toEqual([2, expect.stringContaining(`"code": "USAGE"`)])
    expect(ran.stdout).toContain(flag)
  })

  it('takes the longest that there is', async () => {
    expect((await preview(RECORD, '--echo-token', '🛏'.repeat(128), '--version', '1.003')).code).toBe(0)
  })
})
