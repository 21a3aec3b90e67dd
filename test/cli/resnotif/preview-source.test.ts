import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ResnotifPreview from '../../../src/commands/resnotif/preview.js'
import { runClass } from '../../support/run-class.js'
import { line, people, reservation } from '../../resnotif/reservations.js'

const RECORD = { ...reservation([line(101, 501, 1, people(1))]), bookingId: '777', status: 'confirmed' }

describe('the reservation of a preview', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-preview-'))))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const preview = (content: unknown) => {
    const file = path.join(folder, 'answer.json')
    writeFileSync(file, JSON.stringify(content))
    return runClass(ResnotifPreview, [file, '--json'], {
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
})
