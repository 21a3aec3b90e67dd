import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startScripted, text, type Reply } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran, ROOT } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples', 'reservation.yaml'), 'utf8')
const NOTIFICATION = path.join(ROOT, 'samples', 'notification.xml')
const OTA = 'http://www.opentravel.org/OTA/2003/05'
const rs = (inner: string, more = ''): string =>
  `<OTA_HotelResNotifRS xmlns="${OTA}" Version="5.000"${more}>${inner}</OTA_HotelResNotifRS>`

let machine: Machine
beforeAll(async () => void (machine = await freshMachine()))
afterAll(() => machine.remove())
const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  runWarm(args, { ...machine.env, ...env })
const write = async (name: string, content: string): Promise<string> => {
  const file = path.join(machine.folder, name)
  await writeFile(file, content)
  return file
}

describe('resnotif preview of what was booked', () => {
  /** A service that knows one reservation in this state. */
  async function previewOf(status: string, ...args: string[]): Promise<Ran> {
    const record = {
      bookingId: '900001',
      channelBookingId: 'CH-1',
      status,
      propertyId: 1000001,
      checkInDate: '2027-07-01',
      checkOutDate: '2027-07-03',
      totalGuestCounts: { adults: 1 },
      booker: { firstName: 'Ada', lastName: 'Lovelace' },
      rooms: [{ roomId: 101, ratePlanId: 501, units: 1 }],
    }
    const answers = {
      token: { tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' },
      record: { result: record, status: 'success', message: '', executionTime: 1 },
    }
    const service = await startScripted(({ path: asked }) =>
      text(200, JSON.stringify(asked.includes('get-token') ? answers.token : answers.record), {
        'content-type': 'application/json',
      }),
    )
    try {
      return await run(['resnotif', 'preview', '--booking-id', '900001', ...args], {
        HUBSWITCH_BASE_URL: service.url,
        HUBSWITCH_PARTNER_ID: 'p',
        HUBSWITCH_PARTNER_SECRET: 'secret-of-the-partner',
      })
    } finally {
      await service.close()
    }
  }

  it.each([
    ['cancelled', 'Cancel'],
    ['CANCELED', 'Cancel'],
    ['Modified', 'Modify'],
    ['confirmed', 'Commit'],
    ['pending', 'Commit'],
  ])('%s makes a %s', async (status, resStatus) => {
    const { code, stdout, stderr } = await previewOf(status)
    expect({ code, resStatus: /ResStatus="(\w+)"/.exec(stdout)?.[1] }).toEqual({ code: 0, resStatus })
    expect(stderr.includes('is pending: nothing is sent for it yet')).toBe(status === 'pending')
  })

  it.each(['no_show', 'expired', 'on_request'])('%s makes nothing unless it is named', async (status) => {
    expect(await previewOf(status)).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(
        /is ".*", and it is not known what notification belongs to that[\s\S]*--status Commit/,
      ) as string,
    })
    expect((await previewOf(status, '--status', 'Cancel')).stdout).toContain('ResStatus="Cancel"')
  })
})

describe('resnotif preview of what was booked without units of guests', () => {
  it('asks for them', async () => {
    const guests = ['A', 'B', 'C'].map((firstName) => ({ firstName, lastName: 'X' }))
    const record = {
      bookingId: '900001',
      status: 'confirmed',
      propertyId: 1000001,
      checkInDate: '2027-07-01',
      checkOutDate: '2027-07-03',
      totalGuestCounts: { adults: 3 },
      booker: { firstName: 'A', lastName: 'X' },
      rooms: [{ roomId: 101, ratePlanId: 501, units: 2, guests }],
    }
    const answers = {
      token: { tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' },
      record: { result: record, status: 'success', message: '', executionTime: 1 },
    }
    const service = await startScripted(({ path: asked }) =>
      text(200, JSON.stringify(asked.includes('get-token') ? answers.token : answers.record), {
        'content-type': 'application/json',
      }),
    )
    try {
      const env = {
        HUBSWITCH_BASE_URL: service.url,
        HUBSWITCH_PARTNER_ID: 'p',
        HUBSWITCH_PARTNER_SECRET: 'secret-of-the-partner',
      }
      expect(await run(['resnotif', 'preview', '--booking-id', '900001'], env)).toMatchObject({
        code: 6,
        stdout: '',
        stderr: expect.stringMatching(/The service does not say it[\s\S]*preview that file/) as string,
      })
    } finally {
      await service.close()
    }
  })
})

describe('resnotif preview of a file', () => {
  const preview = async (content: string, ...args: string[]): Promise<Ran> =>
    run(['resnotif', 'preview', await write('reservation.yaml', content), ...args])

  it.each<[string, string, RegExp]>([
    ['month 13', SAMPLE.replace('2027-07-04', '2027-13-04'), /checkOutDate/],
    ['no nights', SAMPLE.replace('2027-07-04', '2027-07-01'), /checkOutDate must be after checkInDate/],
    [
      'an unknown field',
      `${SAMPLE}chekOutDate: 2027-07-05\n`,
      /chekOutDate: is not a known field[\s\S]*Did you mean "checkOutDate"/,
    ],
    [
      'an unknown field of a guest',
      SAMPLE.replace('unit: 2 }', 'unit: 2, nickname: Al }'),
      /rooms\[0\]\.guests\[1\]\.nickname: is not a known field/,
    ],
    [
      'a list that is none',
      SAMPLE.replace('{ adults: 4 }', '{ adults: 4, children: some }'),
      /totalGuestCounts\.children/,
    ],
    ['no property', SAMPLE.replace(/propertyId: \d+\n/, ''), /propertyId: is required/],
  ])('refuses %s, as create does', async (_, content, says) => {
    expect(await preview(content)).toMatchObject({ code: 6, stdout: '', stderr: expect.stringMatching(says) as string })
  })

  it.each<[string, string, RegExp]>([
    [
      'a total that cannot be read',
      'bookingId: 1\nstatus: confirmed\ntotalPrice: "180,50"\n',
      /totalPrice is not an amount/,
    ],
    [
      'a night’s price that cannot be read',
      'bookingId: 1\nstatus: confirmed\n',
      /rooms\[0\]\.dailyPrices\[0\]\.price is not an amount/,
    ],
    ['guests that are no objects', 'bookingId: 1\nstatus: confirmed\n', /rooms\[0\]\.guests\[0\] must be an object/],
  ])('refuses %s in a reservation as a look-up answers it', async (name, head, says) => {
    const rooms = name.includes('night')
      ? 'rooms: [{ roomId: 101, ratePlanId: 501, dailyPrices: [{ date: 2027-07-01, price: "1.180,00" }] }]'
      : name.includes('objects')
        ? 'rooms: [{ roomId: 101, ratePlanId: 501, guests: [Ada] }]'
        : 'rooms: [{ roomId: 101, ratePlanId: 501 }]'
    expect(
      await preview(
        `${head}propertyId: 1000001\ncheckInDate: 2027-07-01\ncheckOutDate: 2027-07-03\nbooker: { firstName: Ada, lastName: Lovelace }\n${rooms}\n`,
      ),
    ).toMatchObject({ code: 6, stdout: '', stderr: expect.stringMatching(says) as string })
  })

  it('loses no child: ages are written or refused', async () => {
    const { code, stdout } = await preview(
      SAMPLE.replace('{ adults: 4 }', '{ adults: 2, children: [{ age: 6, count: 1 }, { age: 9, count: 1 }] }'),
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /<GuestCount AgeQualifyingCode="8" Age="6" Count="1"\/>\s*<GuestCount AgeQualifyingCode="8" Age="9" Count="1"\/>/,
    )
    expect(await preview(SAMPLE.replace('{ adults: 4 }', '{ adults: 2, children: [6, 9] }'))).toMatchObject({
      code: 6,
      stdout: '',
      stderr: expect.stringContaining('totalGuestCounts.children[0]') as string,
    })
  })

  it('asks who shares a unit where that is open, in a file of either form and from the service', async () => {
    const open = SAMPLE.replace(
      ', unit: 1 }\n      - { firstName: Charles',
      ' }\n      - { firstName: Charles',
    ).replace(', unit: 2 }', ' }\n      - { firstName: Annabella, lastName: Byron }')
    const asks = {
      code: 6,
      stdout: '',
      stderr: expect.stringMatching(
        /rooms\[0\]\.guests[\s\S]*3 guests can be divided over 2 units[\s\S]*the field "unit"/,
      ) as string,
    }
    expect(await preview(open)).toMatchObject(asks)
    expect(
      await preview(
        `bookingId: 1\nstatus: confirmed\n${open.replace('units: 2', 'units: "2"').replace('lastName: Byron', 'lastName: Byron, unit: null')}`,
      ),
    ).toMatchObject(asks)
    expect(
      (
        await preview(
          open
            .replace('{ firstName: Ada, lastName: Lovelace }', '{ firstName: Ada, lastName: Lovelace, unit: 1 }')
            .replace('Babbage }', 'Babbage, unit: 2 }')
            .replace('Byron }', 'Byron, unit: 2 }'),
        )
      ).code,
    ).toBe(0)
  })

  it('lints its own message', async () => {
    const long = await preview(SAMPLE, '--channel-booking-id', 'X'.repeat(40))
    expect({ code: long.code, stderr: long.stderr }).toEqual({
      code: 8,
      stderr: expect.stringMatching(/Lint finds in this message: 1 finding[\s\S]*code-too-long/) as string,
    })
    expect((await preview(SAMPLE, '--json')).json()).toMatchObject({ resStatus: 'Commit', findings: [] })
  })

  it('one RoomStay a room counts the guests of that room where they are known, and all of them once', async () => {
    const { stdout } = await preview(SAMPLE, '--room-stays', 'room')
    expect(
      [...stdout.matchAll(/<GuestCounts( IsPerRoom="true")?>\s*<GuestCount [^>]*Count="(\d)"/g)].map(
        ([, isPerRoom, count]) => [isPerRoom !== undefined, count],
      ),
    ).toEqual([
      [true, '1'],
      [true, '1'],
      [true, '2'],
      [false, '4'],
    ])
    // Five are booked and four are named: nobody can tell which room the fifth sleeps in.
    const more = await preview(SAMPLE.replace('{ adults: 4 }', '{ adults: 5 }'), '--room-stays', 'room')
    expect(
      [...more.stdout.matchAll(/<GuestCounts( IsPerRoom="true")?>\s*<GuestCount [^>]*Count="(\d)"/g)].map(
        ([, isPerRoom, count]) => [isPerRoom !== undefined, count],
      ),
    ).toEqual([[false, '5']])
    const counted = await preview(
      SAMPLE.replace('{ adults: 4 }', '{ adults: 5 }').replace(
        'ratePlanId: 501\n    units: 1',
        'ratePlanId: 501\n    guestCounts: { adults: 3 }\n    units: 1',
      ),
      '--room-stays',
      'room',
    )
    expect(counted.stdout).toMatch(/<GuestCounts IsPerRoom="true">\s*<GuestCount AgeQualifyingCode="10" Count="3"\/>/)
  })
})

describe('resnotif fix and explain', () => {
  const family = (codes: string): string =>
    [...codes].reduce(
      (message, code) => message.replace('CODE', code),
      `<OTA_HotelResNotifRQ xmlns="${OTA}" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="7"/><RoomStays><RoomStay IndexNumber="1"><RoomRates><RoomRate RoomTypeCode="101" RatePlanCode="77" NumberOfUnits="2"/></RoomRates><TimeSpan Start="2027-03-01" End="2027-03-02"/><BasicPropertyInfo HotelCode="1"/></RoomStay></RoomStays><ResGuests>${['Solo', 'Mum', 'Dad', 'Kid'].map((name) => `<ResGuest ResGuestRPH="1-101-77" GroupEventCode="CODE"><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>${name}</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`).join('')}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`,
    )

  it('fix names the groupings that fit, ends with 8, also with -q, and takes the one that is named', async () => {
    const file = await write('family.xml', family('1234'))
    const open = await run(['resnotif', 'fix', file])
    expect(open).toMatchObject({
      code: 8,
      stdout: family('1234'),
      stderr: expect.stringMatching(
        /Left as they are: the counters of 101-77\..*Solo, Mum \| Dad, Kid; .*Solo, Dad \| Mum, Kid.* all fit.*--guest-units 101-77=/,
      ) as string,
    })
    expect((await run(['resnotif', 'fix', file, '-q'])).code).toBe(8)
    for (const given of ['1,3', '101-77=1,3'])
      expect(await run(['resnotif', 'fix', file, '--guests-per-unit', given])).toMatchObject({
        code: 0,
        stdout: family('1222'),
      })
    expect(await run(['resnotif', 'fix', file, '--guests-per-unit', '2,3'])).toMatchObject({ code: 6, stdout: '' })
    expect(await run(['resnotif', 'fix', file, '--guests-per-unit', 'two'])).toMatchObject({ code: 2, stdout: '' })
    expect(await run(['resnotif', 'fix', file, '--guest-units', '1,2,1,2'])).toMatchObject({
      code: 0,
      stdout: family('1212'),
    })
    for (const given of [
      ['--guests-per-unit', '0,4'],
      ['--guest-units', '1,1,1'],
      ['--guest-units', '1,2,2,2', '--guests-per-unit', '1,3'],
      ['--guests-per-unit', '1,3', '--guests-per-unit', '2,2'],
    ])
      expect(await run(['resnotif', 'fix', file, ...given])).toMatchObject({ code: 6, stdout: '' })
  })

  it('explain tells the booking of a stranger, and ends with 6 on what is no notification', async () => {
    const file = await write(
      'stranger.xml',
      `<OTA_HotelResNotifRQ xmlns="${OTA}"><HotelReservations><HotelReservation ResStatus="Reserved"><UniqueID Type="14" ID="6b34"/><RoomStays><RoomStay><RoomTypes><RoomType RoomTypeCode="suite"/></RoomTypes><RatePlans><RatePlan RatePlanCode="half-board"/></RatePlans><GuestCounts><GuestCount Count="2" AgeQualifyingCode="10"/><GuestCount Count="1" Age="9"/></GuestCounts><TimeSpan Start="2027-01-01" End="2027-01-12"/><Total AmountAfterTax="299" CurrencyCode="EUR"/></RoomStay></RoomStays><ResGuests><ResGuest><Profiles><ProfileInfo><Profile><Customer><PersonName><GivenName>Otto</GivenName><Surname>Muster</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`,
    )
    const { code, stdout } = await run(['resnotif', 'explain', file])
    expect(code).toBe(0)
    for (const part of [
      'Guest: Otto Muster.',
      'Status: Reserved.',
      '2027-01-01 to 2027-01-12; room suite with plan half-board; 2 adults and 1 child aged 9; total 299 EUR',
    ])
      expect(stdout).toContain(part)
    for (const content of ['<x/>', 'hello', '', `<OTA_HotelResNotifRQ xmlns="${OTA}"/>`])
      expect(await run(['resnotif', 'explain', await write('other.xml', content)])).toMatchObject({
        code: 6,
        stdout: '',
      })
  })
})

describe('resnotif send and the answers of a PMS', () => {
  async function send(
    reply: Reply,
    ...args: string[]
  ): Promise<Ran & { requests: { headers: Record<string, unknown>; body: string }[] }> {
    const pms = await startScripted(() => reply)
    try {
      const ran = await run(['resnotif', 'send', NOTIFICATION, '--to', `${pms.url}/?key=in-the-query`, ...args], {
        HUBSWITCH_PMS_CREDENTIALS: '{"username":"hotel","password":"p&ss wörd-7"}',
      })
      return { ...ran, requests: pms.requests as unknown as { headers: Record<string, unknown>; body: string }[] }
    } finally {
      await pms.close()
    }
  }

  it.each<[string, Reply, number, RegExp]>([
    ['202', text(202, ''), 12, /accepted the message \(HTTP 202\), but has not said[\s\S]*Check at the PMS/],
    ['204', (response) => void response.writeHead(204).end(), 12, /HTTP 204 without a body/],
    ['a page', text(200, '<html><body><h1>Welcome</h1></body></html>'), 12, /a web page[\s\S]*Welcome/],
    ['JSON', text(422, '{"error":"no such hotel"}'), 13, /no such hotel/],
    [
      '401',
      text(401, '', { 'www-authenticate': 'Basic realm="x"' }),
      13,
      /--auth basic[\s\S]*HUBSWITCH_PMS_CREDENTIALS[\s\S]*accepts: Basic/,
    ],
    ['429', text(429, '', { 'retry-after': '90' }), 10, /not before 90 s/],
    [
      'a conflict',
      text(409, ''),
      13,
      /HTTP 409\. It did not take this message\. Something that it has stands in the way[\s\S]*Check at the PMS whether it has this booking/,
    ],
    [
      'a redirect to nowhere',
      text(302, '', { location: 'http://pms.example/v2' }),
      12,
      /points to[\s\S]*Check at the PMS[^-]*--retransmission\.\s*$/,
    ],
    [
      'something left undone',
      text(200, rs('<Success/><Warnings><Warning Type="3" Code="402" Status="NotProcessed">x</Warning></Warnings>')),
      3,
      /did not process all of it/,
    ],
    ['a redirect', text(308, '', { location: 'https://pms.example/v2' }), 12, /--to https:\/\/pms\.example\/v2/],
    ['Unsuccessful', text(200, rs('<Success/>', ' ResResponseType="Unsuccessful"')), 13, /Unsuccessful/],
    ['Success for another message', text(200, rs('<Success/>', ' EchoToken="other"')), 12, /about another message/],
    [
      'a refusal of another message',
      text(200, rs('<Errors><Error Type="3" Code="392" ShortText="No such hotel"/></Errors>', ' EchoToken="other"')),
      12,
      /about another message/,
    ],
    [
      'texts beside ShortText',
      text(
        200,
        rs(
          '<Errors><Error Type="3" Code="402" ShortText="Typ?" Tag="RoomType" RecordID="HS-1">Kein Zimmer 101</Error></Errors>',
        ),
      ),
      13,
      /Typ\?: Kein Zimmer 101 \(at RoomType, record HS-1\)/,
    ],
  ])('%s', async (_, reply, code, says) => {
    const ran = await send(reply)
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code, stderr: expect.stringMatching(says) as string })
    expect(ran.stderr).not.toContain('Nothing was sent')
    expect(ran.requests).toHaveLength(1)
  })

  it('a Modify or Cancel that is answered with 127 is refused, sent again or not', async () => {
    for (const kind of ['Modify', 'Cancel']) {
      const file = await write(`${kind}.xml`, readFileSync(NOTIFICATION, 'utf8').replace('"Commit"', `"${kind}"`))
      const pms = await startScripted(() => text(200, rs('<Errors><Error Type="3" Code="127"/></Errors>')))
      for (const more of [[], ['--retransmission']])
        expect(await run(['resnotif', 'send', file, '--to', pms.url, ...more])).toMatchObject({
          code: 13,
          stderr: expect.stringMatching(/for a new booking and refused it/) as string,
        })
      await pms.close()
    }
  })

  it('a Commit sent again is not delivered by 127 about another record', async () => {
    const about = (record: string, id: string): Reply =>
      text(200, rs(`<Errors><Error Type="3" Code="127"${record}/></Errors>${id}`))
    const other =
      '<HotelReservations><HotelReservation><UniqueID Type="14" ID="OTHER-9"/></HotelReservation></HotelReservations>'
    for (const reply of [about(' RecordID="OTHER-9"', ''), about('', other)])
      expect(await send(reply, '--retransmission')).toMatchObject({
        code: 12,
        stdout: '',
        stderr: expect.stringMatching(/another reservation: its id is "OTHER-9"[\s\S]*Check at the PMS/) as string,
      })
    expect(await send(about('', ''), '--retransmission')).toMatchObject({ code: 0 })
  })

  it('carries the SOAP action, the retransmission and the sign-in, and shows no secret, whatever spelling it comes back in', async () => {
    const echo: Reply = (response, request) =>
      void response
        .writeHead(400, { 'content-type': 'text/plain' })
        .end(`${String(request.headers.authorization)} p&ss wörd-7 p%26ss%20w%C3%B6rd-7 p&amp;ss wörd-7`)
    const ran = await send(
      echo,
      '--envelope',
      'soap11',
      '--soap-action',
      'urn:notify',
      '--retransmission',
      '--auth',
      'basic',
      '--debug',
      '--json',
    )
    expect(ran.requests[0]?.headers['soapaction']).toBe('"urn:notify"')
    expect(ran.requests[0]?.body).toContain('RetransmissionIndicator="true"')
    expect(ran.stderr).toMatch(/→ 400 in \d+ ms/)
    for (const secret of [
      'p&ss',
      'p%26ss',
      'p&amp;ss',
      Buffer.from('hotel:p&ss wörd-7').toString('base64'),
      'in-the-query',
    ])
      expect(ran.stdout + ran.stderr).not.toContain(secret)
    expect((await send(echo, '--soap-action', 'a"b')).code).toBe(2)
  })
})
