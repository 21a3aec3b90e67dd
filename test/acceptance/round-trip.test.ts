import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportProperty, planDocument, readDocument, runApply, writeDocument } from '../../src/cli/property/apply.js'
import { createClient, type Client } from '../../src/client/index.js'
import { PropertyFile, type PropertyFileData } from '../../src/property-file/property-file.js'
import { DEMO_ACCOUNTS } from '../../src/sandbox/index.js'
import { arbitraryOf } from '../support/arbitrary.js'
import { startTestSandbox, temporaryDirectory, type TestSandbox } from '../support/sandbox.js'

/** Property documents: whatever a property holds, export and apply bring it round without a loss. */

const RUNS = Number(process.env['ROUND_TRIPS'] ?? 2)

interface Service {
  sandbox: TestSandbox
  client: Client
  writes: () => number
}

async function startService(): Promise<Service> {
  const sandbox = await startTestSandbox()
  const [{ partnerId, secret }] = DEMO_ACCOUNTS as [(typeof DEMO_ACCOUNTS)[number]]
  const client = createClient({
    baseUrl: sandbox.url,
    userAgent: 'test',
    identity: { partner: async () => ({ partnerId, partnerSecret: secret }) },
    channelCredentials: async () => undefined,
  })
  const isWrite = ({ method, path: target }: { method: string; path: string }): boolean =>
    method !== 'GET' && !target.includes('/partners/')
  return { sandbox, client, writes: () => sandbox.log.filter(isWrite).length }
}

/** Random documents over every field of the schema; the hubSwitchId is set when one is used. */
const documents = arbitraryOf(PropertyFile).map((data) => {
  const document = data as PropertyFileData
  delete document.property.homeCurrencyId
  for (const unit of document.units ?? []) delete unit.id
  return document
})

describe('a property as a document', () => {
  let here: Service
  let there: Service
  const folder = temporaryDirectory()
  let serial = 0

  beforeAll(async () => {
    ;[here, there] = [await startService(), await startService()]
  })
  afterAll(async () => {
    await Promise.all(
      [here, there].map(async ({ client, sandbox }) => {
        await client.close()
        await sandbox.close()
      }),
    )
    folder.remove()
  })

  async function apply({ client }: Service, yaml: string): Promise<{ steps: number; id: number }> {
    const file = path.join(folder.dir, 'document.yaml')
    await writeFile(file, yaml)
    const plan = await planDocument(client.call, file, await readDocument(file, async () => Number.NaN))
    return { steps: plan.steps.length, id: (await runApply(client.call, plan, { done: () => undefined })) as number }
  }

  const yamlOf = async ({ client }: Service, id: number, keepIds: boolean): Promise<string> =>
    (await exportProperty(client.call, id, { withIds: keepIds })).yaml

  it(
    `comes round exactly, and a second apply sends nothing (${RUNS} random properties)`,
    async () => {
      await fc.assert(
        fc.asyncProperty(documents, async (document) => {
          document.property.hubSwitchId = `HS-${(serial += 1)}`
          const created = await apply(here, writeDocument(document))
          expect(created.steps).toBeGreaterThan(0)
          const first = await yamlOf(here, created.id, true)
          const before = here.writes()
          expect((await apply(here, first)).steps).toBe(0)
          expect(await apply(here, writeDocument(document))).toMatchObject({ steps: 0, id: created.id })
          expect(here.writes()).toBe(before)
          expect(await yamlOf(here, created.id, true)).toBe(first)

          const portable = await yamlOf(here, created.id, false)
          const copied = await apply(there, portable)
          const copiedWrites = there.writes()
          expect(await yamlOf(there, copied.id, false)).toBe(portable)
          expect((await apply(there, portable)).steps).toBe(0)
          expect(there.writes()).toBe(copiedWrites)
        }),
        { numRuns: RUNS, ...(process.env['SEED'] === undefined ? {} : { seed: Number(process.env['SEED']) }) },
      )
    },
    RUNS * 60_000,
  )
})
