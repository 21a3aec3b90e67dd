import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/contract/map/map.js'
import { openApiDocument } from '../../../src/contract/overlay/openapi.js'
import { freshMachine, type Machine } from '../../support/cli.js'
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.js'

interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters: { name: string; in: string; schema: Record<string, unknown>; example?: unknown }[]
      }
    >
  >
}

describe('the interface document', () => {
  let sandbox: TestSandbox
  let machine: Machine

  beforeAll(async () => {
    sandbox = await startTestSandbox()
    machine = await freshMachine()
  })
  afterAll(async () => {
    await sandbox.close()
    await machine.remove()
  })

  it('is valid OpenAPI 3.1 by an independent validator', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(openApiDocument('https://service.example') as never)
    expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' })
  })

  it('would not be valid with a fault in it', async () => {
    const broken = structuredClone(openApiDocument()) as unknown as Document
    Object.values(broken.paths)[0]!['post']!.parameters = [{ name: 'x', in: 'nowhere', schema: {} }]
    expect((await new Validator().validate(broken as never)).valid).toBe(false)
  })

  it('the sandbox serves it, and the command prints it', async () => {
    const served = (await sandbox.send('GET', '/openapi.json')).body as unknown as Document
    const printed = (await machine.run(['api', 'spec'])).json<Document>()
    expect(served.servers).toEqual([{ url: sandbox.url }])
    expect({ ...printed, servers: served.servers }).toEqual(served)
  })

  it('has each endpoint once, by its key, and shows none of our own marks', () => {
    const document = openApiDocument() as unknown as Document
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(ids.sort()).toEqual(endpoints.map(({ key }) => key).sort())
    expect(JSON.stringify(document)).not.toMatch(/"(wire|lookup|secret)":/)
  })

  it('tells the limits of the interface in the schemas', () => {
    const { paths } = openApiDocument() as unknown as Document
    const parameter = (path: string, method: string, name: string) =>
      paths[path]?.[method]?.parameters.find((one) => one.name === name)
    expect(parameter('/api/v1/properties/{id}', 'get', 'id')?.schema).toMatchObject({
      type: 'integer',
      minimum: 1_000_000,
      maximum: 2_147_483_647,
    })
    expect(parameter('/api/v1/sellable-unit/paging/by-property', 'get', 'page')?.schema).toMatchObject({
      type: 'integer',
      minimum: 0,
      default: 0,
    })
    expect(parameter('/api/v1/sellable-unit/paging/by-property', 'get', 'size')?.schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      default: 10,
    })
    expect(parameter('/api/v1/property/count', 'get', 'allPropertiesCount')?.schema).toMatchObject({
      type: 'boolean',
      default: false,
    })
    expect(parameter('/api/v1/sellable-unit/by-external-id/{source}/{id}', 'get', 'source')?.schema).toMatchObject({
      type: 'string',
      minLength: 1,
      maxLength: 255,
    })
  })
})
