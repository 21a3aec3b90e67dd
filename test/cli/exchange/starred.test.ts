import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Scripted, startScripted, text } from '../../client/scripted-server.js'
import { ROOT } from '../../support/cli.js'
import { runOnPty } from '../../support/on-pty.js'
import { warmMachine } from '../../support/warm-machine.js'

const { folder, env, run } = warmMachine('starred')
const at = (name: string): string => path.join(folder, name)
const TAKEN =
  '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" Version="5"><Success/></OTA_HotelResNotifRS>'
const PHONE = '+4915112345678'
const CARD = '4929 4205 7359 5709'

interface Words {
  phone?: string
  comment?: string
  lastName?: string
}
function write(name: string, month: string, { phone = PHONE, comment = 'late', lastName = 'Lovelace' }: Words): string {
  const booking = {
    propertyId: 1000001,
    checkInDate: `2027-${month}-01`,
    checkOutDate: `2027-${month}-02`,
    totalGuestCounts: { adults: 1 },
    booker: { firstName: 'Ada', lastName, email: 'ada@guests.example', phone },
    rooms: [{ roomId: 101, ratePlanId: 501, units: 1, guests: [{ firstName: 'Ada', lastName: 'Lovelace', unit: 1 }] }],
    comment,
  }
  writeFileSync(at(name), JSON.stringify(booking))
  return at(name)
}
const BOOKED: readonly Words[] = [
  { comment: `call ${PHONE}` },
  { comment: `card ${CARD} cvc 739` },
  { phone: CARD },
  { lastName: '4929420573595709' },
]

let pms: Scripted
beforeEach(async () => {
  pms = await startScripted(() => text(200, TAKEN))
})
afterEach(() => pms.close())
beforeAll(async () => {
  await run('sandbox', 'seed')
  for (const [index, words] of BOOKED.entries()) {
    await run('reservation', 'create', '--file', write(`${index}.json`, `0${index + 1}`, words), '--yes')
    await run('reservation', 'confirm', `90000${index + 1}`, '--yes')
  }
})
const send = (file: string, ...more: string[]) => run('resnotif', 'send', file, '--to', `${pms.url}/in`, ...more)

describe('the message of a booking that was looked up', () => {
  it('holds the telephone number that was booked, wherever it stands', async () => {
    const ran = await run('resnotif', 'preview', '--booking-id', '900001', '--save', at('whole.xml'))
    expect(ran.code, ran.stderr).toBe(0)
    const message = readFileSync(at('whole.xml'), 'utf8')
    expect(message).toContain(`PhoneNumber="${PHONE}"`)
    expect(message).toContain(`call ${PHONE}`)
    expect((await send(at('whole.xml'))).code).toBe(0)
    expect(pms.requests[0]?.body).toContain(`PhoneNumber="${PHONE}"`)
  })

  it.each(['900002', '900003', '900004'])('is not saved where a look-up hides a part of it: %s', async (id) => {
    const ran = await run('resnotif', 'preview', '--booking-id', id, '--save', at('starred.xml'))
    expect([ran.code, existsSync(at('starred.xml'))]).toEqual([7, false])
    expect(ran.stderr).toContain('cannot be written whole')
    const shown = await run('resnotif', 'preview', '--booking-id', id)
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringContaining('not the message that the PMS gets')])
  })
})

describe('the message of a file', () => {
  it('is saved as the file has it, and has stars for a card on a screen', async () => {
    const file = write('carded.json', '09', { comment: `card ${CARD} cvc 739`, phone: CARD })
    expect((await run('resnotif', 'preview', file, '--save', at('carded.xml'))).code).toBe(0)
    const saved = readFileSync(at('carded.xml'), 'utf8')
    for (const part of [`PhoneNumber="${CARD}"`, `card ${CARD} cvc 739`]) expect(saved).toContain(part)
    const { screen } = await runOnPty(['resnotif', 'preview', file], { ...env, PATH: process.env['PATH'] ?? '' }, [])
    expect(screen).toContain('card **** **** **** 5709 cvc ***')
    expect(screen).not.toMatch(/4929 4205|cvc 739/)
  })

  it.each<[string, Words]>([
    ['Telephone', { phone: '+*********5678' }],
    ['Telephone', { phone: '**** **** **** 5709' }],
    ['Surname', { lastName: '************5709' }],
  ])('is neither saved nor sent with stars in %s', async (element, words) => {
    const file = write('shown.json', '10', words)
    const ran = await run('resnotif', 'preview', file, '--save', at('shown.xml'))
    expect([ran.code, existsSync(at('shown.xml'))]).toEqual([6, false])
    expect(ran.stderr).toContain(`The reservation has stars in ${element}`)
    writeFileSync(at('piped.xml'), (await run('resnotif', 'preview', file)).stdout)
    const refused = await send(at('piped.xml'))
    expect([refused.code, pms.requests.length]).toEqual([6, 0])
    expect(refused.stderr).toMatch(new RegExp(`piped\\.xml:\\d+ +${element}`))
    const forced = await send(at('piped.xml'), '--force')
    expect([forced.code, pms.requests.length]).toEqual([0, 1])
    expect(forced.stderr).toContain('has stars')
  })

  it('is sent with a word where a comment has stars, which its sender may have written', async () => {
    for (const comment of ['card **** **** **** 5709', 'cvc ***']) {
      writeFileSync(at('text.xml'), (await run('resnotif', 'preview', write('text.json', '11', { comment }))).stdout)
      const sent = await send(at('text.xml'))
      expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining('The message has stars in Text in line')])
    }
    writeFileSync(
      at('stars.xml'),
      (await run('resnotif', 'preview', write('text.json', '11', { comment: '*** VIP ***' }))).stdout,
    )
    expect((await send(at('stars.xml'))).stderr).toBe('')
  })

  const signedIn = (password: string, attribute = 'a1b2', asString = false): string => {
    const message = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').replace(/^<\?xml[^>]*>\s*/, '')
    const body = asString ? `<in><![CDATA[${message}]]></in>` : message
    return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><o:Security xmlns:o="urn:o"><o:Username>${attribute}</o:Username>\n<o:Password>${password}</o:Password></o:Security></s:Header><s:Body>${body}</s:Body></s:Envelope>`
  }
  it.each([false, true])('is not sent with stars in place of its password (as a string: %s)', async (asString) => {
    writeFileSync(at('signed.xml'), signedIn('***', 'a', asString))
    const before = pms.requests.length
    const refused = await send(at('signed.xml'))
    expect([refused.code, pms.requests.length]).toEqual([6, before])
    expect(refused.stderr).toMatch(/signed\.xml:2 +Password/)
    expect(refused.stderr).toContain('where a password or key was hidden')
    const forced = await send(at('signed.xml'), '--force')
    expect([forced.code, pms.requests.length]).toEqual([0, before + 1])
    expect(forced.stderr).toContain('The PMS gets the stars.')
    writeFileSync(at('signed.xml'), signedIn('s3cret*', '***', asString))
    expect((await send(at('signed.xml'))).code).toBe(0)
  })
})
