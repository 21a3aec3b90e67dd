import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshShell, type Shell } from '../../support/shell.js'

interface Verified {
  compared: number
  notJudged: { reason: string; nights: number; lacks?: string[] }[]
  error?: { next: string }
}

describe('run verify of a house that is not on sale yet', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await freshShell()
    await shell.run('hubswitch property apply samples/houses/guest-house.yaml --yes')
    const { code, stderr } = await shell.run(
      'hubswitch rates push samples/houses/guest-house.csv --map samples/houses/guest-house-mapping.yaml',
    )
    expect(code, stderr).toBe(0)
  })
  afterAll(() => shell.remove())

  it('says what is not known and what to type, and once that is done the nights are judged', async () => {
    const before = await shell.run('hubswitch run verify --last --sample 5')
    expect(before.code).toBe(12)
    const lines = before.stdout.split('\n')
    expect(lines).toContain(
      '           Not offered, and no count of free units was pushed from here; no rate plan is known to sell the room',
    )
    expect(lines.slice(lines.indexOf('To have them judged:')).join('\n')).toMatch(
      /"hubswitch inventory push FILE"[^]*"hubswitch rate-plan create PROPERTY"/,
    )
    const { notJudged, error } = (await shell.run('hubswitch run verify --last --sample 5 --json')).json<Verified>()
    expect(notJudged).toMatchObject([{ reason: 'tooLittle', nights: 5, lacks: ['inventory', 'plan'] }])
    expect(error?.next).toContain('hubswitch rate-plan create PROPERTY')

    const made = await shell.run('hubswitch rate-plan create 1000001 --name en:Standard --unit 101 --unit 102')
    expect(made.code, made.stderr).toBe(0)
    const after = await shell.run('hubswitch run verify --last --sample 5 --json')
    expect([after.code, after.json()]).toMatchObject([0, { compared: 5, notJudged: [] }])
  })
})
