import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.js'
import { runWarm } from '../support/warm-cli.js'

/** Names instead of ids against a service that is not the embedded one: the list is fetched, kept, and fetched again where a name is missing. */
describe('names instead of ids', () => {
  let machine: Machine
  let sandbox: TestSandbox
  let env: Record<string, string>

  beforeAll(async () => {
    machine = await freshMachine()
    sandbox = await startTestSandbox()
    sandbox.sandbox.seed({
      properties: [
        {
          name: 'One',
          code: 'ONE',
          hubSwitchId: 'ONE',
          facilityIds: [3],
          units: [{ name: 'Double', names: { de: 'Doppel' }, count: 4, basePrice: 90 }],
        },
      ],
    })
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: sandbox.url,
      HUBSWITCH_PARTNER_ID: 'demo-supplier',
      HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
    }
  })
  afterAll(async () => {
    await sandbox.close()
    await machine.remove()
  })

  const run = (...args: string[]): Promise<Ran> => runWarm([...args, '--json', '--yes'], env)
  const asked = (target: string): number => sandbox.log.filter((entry) => entry.path === target).length

  it('the list is fetched once and kept', async () => {
    for (const name of ['meal', 'Meal', 'extra'])
      expect((await run('unit', 'add', '1000001', '--unit-type', name, '--name', '1:X')).code).toBe(0)
    expect(asked('/api/v1/sellable-unit/sellable-unit-types')).toBe(1)
  })

  it('a name that it does not hold is looked for once more, then refused with the nearest; nothing is sent', async () => {
    const before = asked('/api/v1/sellable-unit')
    const ran = await run('unit', 'add', '1000001', '--unit-type', 'meals', '--name', '1:X')
    expect(ran.code).toBe(6)
    expect(ran.json<{ error: { findings: unknown[] } }>().error.findings).toEqual([
      expect.objectContaining({ field: 'sellableUnitTypeId', value: 'meals', remedy: 'Did you mean "meal"?' }),
    ])
    expect(asked('/api/v1/sellable-unit/sellable-unit-types')).toBe(2)
    expect(asked('/api/v1/sellable-unit')).toBe(before)
  })

  it('a search takes facilities by name', async () => {
    const found = await run('property', 'search', '--list-id', '1', '--facilities', 'restaurant')
    expect(found.json<{ totalElements: number }>().totalElements).toBe(1)
    expect(
      (await run('property', 'search', '--list-id', '1', '--facilities', 'wi-fi')).json<{ totalElements: number }>()
        .totalElements,
    ).toBe(0)
    expect(asked('/api/v1/property-facility/filter')).toBe(1)
  })

  it('a language is known once an answer has shown it, or the wire overlay names it', async () => {
    const unknown = await run('unit', 'update', '101', '--name', 'fr:Chambre', '--merge')
    expect(unknown.code).toBe(6)
    expect(unknown.stdout).toContain('wire overlay')
    expect((await run('unit', 'get', '101')).code).toBe(0)
    const known = await run('unit', 'update', '101', '--name', 'de:Doppelzimmer', '--merge')
    expect(known.json<{ names: { text: string }[] }>().names.map(({ text }) => text)).toEqual([
      'Double',
      'Doppelzimmer',
    ])
    const overlay = path.join(machine.folder, 'overlay.yaml')
    await writeFile(overlay, 'lookups:\n  language: { fr: 3 }\n')
    const named = await runWarm(['unit', 'update', '101', '--name', 'fr:Chambre', '--merge', '--json'], {
      ...env,
      HUBSWITCH_WIRE: overlay,
    })
    expect(named.json<{ names: { text: string }[] }>().names.map(({ text }) => text)).toEqual([
      'Double',
      'Doppelzimmer',
      'Chambre',
    ])
  })

  it('a list that would lose entries is told, and nothing is dropped without a yes', async () => {
    const asks = await runWarm(['unit', 'update', '101', '--name', '1:Double bed'], env)
    expect({ code: asks.code, told: asks.stderr.match(/names loses/g)?.length }).toEqual({ code: 2, told: 2 })
    expect((await run('unit', 'get', '101')).json<{ names: unknown[] }>().names).toHaveLength(3)
    expect(
      (await run('unit', 'update', '101', '--name', '1:Double bed'))
        .json<{ names: { text: string }[] }>()
        .names.map(({ text }) => text),
    ).toEqual(['Double bed'])
  })

  it('an update shows old and new, and sends only what was given', async () => {
    const ran = await runWarm(['property', 'update', '1000001', '--name', 'Two'], env)
    expect(ran.stderr).toContain('name: "One" → "Two"')
    const puts = sandbox.log.filter(({ method }) => method === 'PUT').length
    const again = await runWarm(['property', 'update', '1000001', '--name', 'Two'], env)
    expect(again.stderr).toContain('Nothing to change')
    const dry = await runWarm(['property', 'update', '1000001', '--name', 'Three', '--dry-run'], env)
    expect(dry.stderr).toContain('name: "Two" → "Three"')
    expect(sandbox.log.filter(({ method }) => method === 'PUT')).toHaveLength(puts)
  })
})
