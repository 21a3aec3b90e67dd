import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`

/** An update shows what changes; what is equal already is not sent, so that it overwrites nobody's change. */
describe('an update of a record', () => {
  let machine: Machine
  let service: Scripted
  const property: Record<string, unknown> = {
    id: 1_000_001,
    hubSwitchId: 'HS-1',
    status: 'ACTIVE',
    code: 'ONE',
    name: 'One',
    vatNumber: 'V1',
    companyOrganisationNumber: 'HRB 1',
    phones: [{ phoneNumber: '123', isValidated: false }],
  }
  const unit: Record<string, unknown> = {
    id: 101,
    propertyId: 1_000_001,
    names: [{ text: 'Double', languageId: 1 }],
    noOfSellableUnits: 4,
    basePrice: 90,
    minLengthOfStay: 2,
  }
  const run = (...args: string[]): Promise<Ran> =>
    runWarm([...args, '--yes', '--json'], {
      ...machine.env,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
    })
  const puts = (): unknown[] =>
    service.requests.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body) as unknown)

  beforeAll(async () => {
    machine = await freshMachine()
    service = await startScripted(({ path: place, method, body }) => {
      const answer = (result: unknown) => json(200, { result, status: 'success', message: null, executionTime: 1 })
      if (place.endsWith('/get-token')) return answer({ accessToken: TOKEN, expiresIn: 3600 })
      const record = place.includes('properties') ? property : unit
      return answer(method === 'PUT' ? { ...record, ...(JSON.parse(body) as object) } : record)
    })
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  it('of a property sends only the given fields that differ, whichever spelling the record has', async () => {
    expect(
      (
        await run(
          'property',
          'update',
          '1000001',
          '--name',
          'Two',
          '--vat-number',
          'V1',
          '--company-organisation-number',
          'HRB 1',
        )
      ).code,
    ).toBe(0)
    expect(puts()).toEqual([{ name: 'Two' }])
  })

  it.each([
    ['absent', undefined],
    ['null', null],
  ])('of a record whose fields are %s goes out, and what is not answered counts as unknown', async (_, blank) => {
    const kept = [{ ...property }, { ...unit }] as const
    const sparse = (record: Record<string, unknown>) =>
      Object.assign(
        record,
        Object.fromEntries(
          Object.keys(record)
            .filter((key) => key !== 'id' && key !== 'propertyId')
            .map((key) => [key, blank]),
        ),
      )
    sparse(property)
    sparse(unit)
    const before = puts().length
    const named = await runWarm(['property', 'update', '1000001', '--name', 'Two', '--field', 'emails=[]', '--yes'], {
      ...machine.env,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
    })
    const priced = await run('unit', 'update', '101', '--base-price', '95')
    const merged = await run('unit', 'update', '101', '--field', 'names=[{"languageId":2,"text":"Doppel"}]', '--merge')
    Object.assign(property, kept[0])
    Object.assign(unit, kept[1])
    expect([named.code, named.stderr]).toEqual([
      0,
      expect.stringContaining(
        'name: not shown by the service → "Two"\n  emails: not shown by the service → an empty list',
      ),
    ])
    expect([priced.code, merged.code]).toEqual([0, 7])
    expect(puts().slice(before, before + 2)).toEqual([{ name: 'Two', emails: [] }, { basePrice: 95 }])
  })

  it('of a unit too', async () => {
    const before = puts().length
    expect(
      (
        await run(
          'unit',
          'update',
          '101',
          '--no-of-sellable-units',
          '4',
          '--base-price',
          '95',
          '--min-length-of-stay',
          '2',
        )
      ).code,
    ).toBe(0)
    expect(puts().slice(before)).toEqual([{ basePrice: 95 }])
  })

  it.each([
    ['names that are null', null, 7],
    ['no names', undefined, 7],
    ['its names', [{ text: 'Double', languageId: 1 }], 0],
  ])('--merge of a unit that is shown with %s', async (_, names, code) => {
    const { names: before } = unit
    unit['names'] = names
    const sent = puts().length
    const merged = await run('unit', 'update', '101', '--name', '2:Zimmer', '--merge')
    unit['names'] = before
    expect(merged.code).toBe(code)
    if (code === 7)
      expect(merged.stdout + merged.stderr).toContain(
        'does not show the names of unit 101, so --merge cannot keep them',
      )
    expect(puts().slice(sent)).toEqual(
      code === 7
        ? []
        : [
            {
              names: [
                { text: 'Double', languageId: 1 },
                { text: 'Zimmer', languageId: 2 },
              ],
            },
          ],
    )
  })

  it('of a list that the service does not show warns that all it holds is replaced', async () => {
    const { names: before } = unit
    unit['names'] = null
    const replaced = await run('unit', 'update', '101', '--name', '2:Zimmer')
    unit['names'] = before
    expect([replaced.code, replaced.stderr]).toEqual([
      0,
      expect.stringContaining('Warning: the service does not show the names of unit 101'),
    ])
  })
})
