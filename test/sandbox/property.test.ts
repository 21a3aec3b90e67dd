import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

let sandbox: TestSandbox
let supplier: Caller
let operator: Caller

beforeAll(async () => {
  sandbox = await startTestSandbox()
  supplier = await sandbox.as('demo-supplier')
  operator = await sandbox.as('demo-operator')
})
beforeEach(() => sandbox.sandbox.reset())
afterAll(() => sandbox.close())

const REQUIRED = { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview Hotel' }

/** Every field of the interface's table. */
const FULL = {
  ...REQUIRED,
  alternativeName: '海景酒店',
  isDeletedBySupplier: false,
  forTesting: true,
  isMaster: false,
  isPermanentlyClosed: false,
  icalExportActivated: true,
  autoReplenishment: false,
  showHubSwitchDefaultCancellationRules: true,
  emailAddress: 'desk@example.com',
  emailAddressUnsubscribe: false,
  createdBy: 'import',
  initialParentId: 7,
  vatNumber: 'PT500000000',
  legalCompanyName: 'Seaview Lda',
  commercialRegistrationNumber: 'CRC 1',
  managingDirector: 'Ana Łukasiewicz',
  fax: '+351 1',
  companyOrganisationNumber: 'ORG-1',
  emails: [{ emailTypeId: 2, email: 'book@example.com', status: 'ACTIVE' }, { email: 'plain@example.com' }],
  phones: [{ phoneTypeId: 1, phoneNumber: '+351 210 000 000', extension: '12', isValidated: true, name: 'Desk' }],
  billingAddress: {
    street1: 'Rua 1',
    street2: '2º',
    city: 'Lisboa',
    postCode: '1100-411',
    billingEmailAddress: 'bill@example.com',
  },
  isTaxRegistered: true,
  taxId: '500000000',
  taxIdType: 'VAT',
  languageId: 7,
  countryId: 7,
  stateId: 11,
  homeCurrencyId: 1,
  homeCurrencyCode: 'EUR',
  names: [
    { text: 'Seaview Hotel', languageId: 1 },
    { text: 'Hotel Vista Mar', languageId: 7 },
  ],
  availabilityUpdateCount: 3,
  lastAvailabilityUpdate: '2026-11-01T10:00:00Z',
  roundingRuleId: 2,
  businessUnitId: 4,
}

async function create(caller: Caller, body: object = REQUIRED): Promise<number> {
  const reply = await caller.post('/api/v1/properties', body)
  expect(reply.status).toBe(201)
  return Number(reply.body['result']?.['id'])
}

describe('creating a property', () => {
  it('counts ids from 1000001 on', async () => {
    expect(await create(supplier)).toBe(1_000_001)
    expect(await create(supplier, { ...REQUIRED, hubSwitchId: 'HS-2' })).toBe(1_000_002)
  })

  it('keeps every field of the interface and answers its lookups', async () => {
    const id = await create(supplier, FULL)
    const { status, body } = await supplier.get(`/api/v1/properties/${id}`)
    expect(status).toBe(200)
    expect(body['result']).toEqual({
      ...FULL,
      id,
      language: { id: 7, code: 'pt', name: 'Portuguese' },
      country: { id: 7, code: 'PT', name: 'Portugal' },
      state: { id: 11 },
      names: [
        { ...FULL.names[0], language: { id: 1, code: 'en', name: 'English' } },
        { ...FULL.names[1], language: { id: 7, code: 'pt', name: 'Portuguese' } },
      ],
      emails: [{ ...FULL.emails[0], emailType: { id: 2, code: 'reservations', name: 'Reservations' } }, FULL.emails[1]],
      phones: [{ ...FULL.phones[0], phoneType: { id: 1, code: 'phone', name: 'Phone' } }],
      homeCurrency: { id: 1, code: 'EUR', name: 'Euro' },
      addresses: [],
      geoCode: null,
      supplier: { id: 1, name: 'Demo Supplier' },
      distributorType: null,
    })
  })

  it.each(['hubSwitchId', 'status', 'code', 'name'])('refuses one without %s', async (field) => {
    const { [field as keyof typeof REQUIRED]: _, ...rest } = REQUIRED
    const reply = await supplier.post('/api/v1/properties', rest)
    expect(reply).toMatchObject({
      status: 400,
      body: { result: null, status: 'fail', errors: [{ field, message: 'is required' }] },
    })
    const empty = await supplier.post('/api/v1/properties', { ...REQUIRED, [field]: '' })
    expect(empty).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })

  it('refuses a hubSwitchId that exists, whoever owns it, and keeps nothing of the attempt', async () => {
    await create(operator)
    const reply = await supplier.post('/api/v1/properties', REQUIRED)
    expect(reply).toMatchObject({ status: 409, body: { status: 'fail', errors: [{ field: 'hubSwitchId' }] } })
    expect(sandbox.sandbox.counts().properties).toBe(1)
  })

  it.each([
    [{ languageId: 9999 }, 'languageId'],
    [{ countryId: 0 }, 'countryId'],
    [{ homeCurrencyCode: 'XYZ' }, 'homeCurrencyCode'],
    [{ homeCurrencyId: 9999 }, 'homeCurrencyId'],
    [{ homeCurrencyId: 2, homeCurrencyCode: 'EUR' }, 'homeCurrencyId'],
    [{ phones: [{ phoneNumber: '1' }, { phoneNumber: '2', phoneTypeId: 99 }] }, 'phones[1].phoneTypeId'],
    [{ emails: [{ email: 'a@example.com', emailTypeId: 99 }] }, 'emails[0].emailTypeId'],
    [{ names: [{ text: 'x', languageId: 999 }] }, 'names[0].languageId'],
    [{ fax: null }, 'fax'],
    [{ emails: [{ emailTypeId: 1 }] }, 'emails[0].email'],
    [{ phones: [{ phoneNumber: '1', kind: 'x' }] }, 'phones[0].kind'],
    [{ initialParentId: 2 ** 31 }, 'initialParentId'],
    [{ hubSwitchId: 'x'.repeat(256) }, 'hubSwitchId'],
    [{ supplier: { id: 2 } }, 'supplier'],
  ])('refuses %j, naming the field', async (spoiled, field) => {
    const reply = await supplier.post('/api/v1/properties', { ...REQUIRED, ...spoiled })
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field }] } })
    expect(sandbox.sandbox.counts().properties).toBe(0)
  })

  it('fills in the other spelling of the currency', async () => {
    const id = await create(supplier, { ...REQUIRED, homeCurrencyCode: 'JPY' })
    const { body } = await supplier.get(`/api/v1/properties/${id}`)
    expect(body['result']).toMatchObject({
      homeCurrencyCode: 'JPY',
      homeCurrency: { code: 'JPY', name: 'Japanese Yen' },
    })
    expect(body['result']?.['homeCurrencyId']).toBe(body['result']?.['homeCurrency']?.['id'])
  })
})

describe('updating a property', () => {
  it('changes what is given and nothing else', async () => {
    const id = await create(supplier, FULL)
    const before = (await supplier.get(`/api/v1/properties/${id}`)).body['result']
    const reply = await supplier.put(`/api/v1/properties/${id}`, { name: 'Seaview Grand', forTesting: false })
    expect(reply.status).toBe(200)
    expect(reply.body['result']).toEqual({ ...before, name: 'Seaview Grand', forTesting: false })
    expect((await supplier.get(`/api/v1/properties/${id}`)).body['result']).toEqual(reply.body['result'])
    expect((await supplier.put(`/api/v1/properties/${id}`, {})).body['result']).toEqual(reply.body['result'])
  })

  it('replaces lists and objects whole', async () => {
    const id = await create(supplier, FULL)
    const { body } = await supplier.put(`/api/v1/properties/${id}`, {
      names: [{ text: 'Nur so', languageId: 2 }],
      phones: [],
      billingAddress: { city: 'Porto' },
    })
    expect(body['result']).toMatchObject({ names: [{ text: 'Nur so', languageId: 2 }], phones: [] })
    expect(body['result']?.['billingAddress']).toEqual({ city: 'Porto' })
    expect(body['result']?.['emails']).toHaveLength(2)
  })

  it('keeps the organisation number under one name, whichever spelling set it', async () => {
    const id = await create(supplier, FULL)
    const { body } = await supplier.put(`/api/v1/properties/${id}`, {
      companyOrganizationNumber: 'ORG-2',
      emailAddressComment: 'full mailbox',
    })
    expect(body['result']).toMatchObject({
      companyOrganisationNumber: 'ORG-2',
      emailAddressComment: 'full mailbox',
      emailAddress: 'desk@example.com',
    })
    expect(body['result']).not.toHaveProperty('companyOrganizationNumber')
  })

  it('lets neither spelling of the currency go stale', async () => {
    const id = await create(supplier, FULL)
    const { body } = await supplier.put(`/api/v1/properties/${id}`, { homeCurrencyId: 2 })
    expect(body['result']).toMatchObject({
      homeCurrencyId: 2,
      homeCurrencyCode: 'USD',
      homeCurrency: { id: 2, code: 'USD' },
    })
  })

  it.each([
    'emailAddress',
    'companyOrganisationNumber',
    'isTaxRegistered',
    'taxId',
    'taxIdType',
    'languageId',
    'countryId',
    'stateId',
  ])('refuses %s, which only create takes', async (field) => {
    const id = await create(supplier)
    expect(await supplier.put(`/api/v1/properties/${id}`, { [field]: 1 })).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
  })

  it("refuses another property's hubSwitchId and takes its own again", async () => {
    const id = await create(supplier)
    await create(supplier, { ...REQUIRED, hubSwitchId: 'HS-2' })
    expect((await supplier.put(`/api/v1/properties/${id}`, { hubSwitchId: 'HS-2' })).status).toBe(409)
    expect((await supplier.put(`/api/v1/properties/${id}`, { hubSwitchId: 'HS-1' })).status).toBe(200)
    expect((await supplier.put(`/api/v1/properties/${id}`, { hubSwitchId: 'HS-3' })).status).toBe(200)
    expect(await create(supplier)).toBe(1_000_003)
  })
})

describe('access to a property', () => {
  it('lets a supplier read and write its own only', async () => {
    const foreign = await create(operator)
    for (const reply of [
      await supplier.get(`/api/v1/properties/${foreign}`),
      await supplier.put(`/api/v1/properties/${foreign}`, { name: 'Mine' }),
    ]) {
      expect(reply).toMatchObject({ status: 403, body: { result: null, status: 'fail' } })
      expect(reply.text).not.toContain('Seaview')
    }
  })

  it('lets permission to read all read everything, and write its own', async () => {
    const foreign = await create(supplier)
    expect((await operator.get(`/api/v1/properties/${foreign}`)).body['result']).toMatchObject({
      name: 'Seaview Hotel',
      supplier: { id: 1 },
    })
    expect((await operator.put(`/api/v1/properties/${foreign}`, { name: 'Mine' })).status).toBe(403)
    expect((await supplier.get(`/api/v1/properties/${foreign}`)).body['result']).toMatchObject({
      name: 'Seaview Hotel',
    })
    const own = await create(operator, { ...REQUIRED, hubSwitchId: 'HS-2' })
    expect((await operator.put(`/api/v1/properties/${own}`, { name: 'Ours' })).status).toBe(200)
  })

  it.each([
    ['1000099', 404],
    ['999999', 400],
    ['0', 400],
    ['abc', 400],
    ['1000001.5', 400],
    ['2147483648', 400],
    ['-1000001', 400],
  ])('answers id %s with %i', async (id, status) => {
    expect((await supplier.get(`/api/v1/properties/${id}`)).status).toBe(status)
    expect((await supplier.put(`/api/v1/properties/${id}`, { name: 'x' })).status).toBe(status)
  })
})
