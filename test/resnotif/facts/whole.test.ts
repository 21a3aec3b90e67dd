import { describe, expect, it } from 'vitest'
import { explainPage } from '../../../src/cli/explained/page.js'
import { compareMessages, explainMessage } from '../../../src/resnotif/index.js'

const SPAN = '<TimeSpan Start="2027-07-01" End="2027-07-04"/>'
const HOTEL = '<BasicPropertyInfo HotelCode="H7" HotelName="Seeblick"/>'
const STAY = `<RoomStays><RoomStay>${SPAN}${HOTEL}</RoomStay></RoomStays>`
const message = (status: string, stays: string, info: string): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="${status}"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R9"/>${stays}<ResGuests><ResGuest><Profiles><ProfileInfo><Profile><Customer BirthDate="2020-01-01"><PersonName><Surname>Ek</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests><ResGlobalInfo>${info}</ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

describe('what only the reservation tells', () => {
  it.each(['Commit', 'Cancel'])('is told of a %s without RoomStays: days, hotel, ages at arrival', (status) => {
    const explanation = explainMessage(message(status, '', SPAN + HOTEL))
    const page = explainPage('x', [{ title: 'x', explanation, findings: [] }])
    const sentences = ['Days of the reservation: 2027-07-01 to 2027-07-04.', 'Hotel of the reservation: Seeblick, H7.']
    for (const sentence of sentences) {
      expect(explanation.lines).toContain(sentence)
      expect(page).toContain(sentence)
    }
    expect(explanation.facts.reservations[0]).toMatchObject({
      hotelCode: 'H7',
      hotelName: 'Seeblick',
      arrival: '2027-07-01',
      departure: '2027-07-04',
      nights: 3,
      stays: [],
      guests: [{ ageAtArrival: 7 }],
    })
    expect(explanation.facts.unusual).toEqual(
      status === 'Cancel' ? [] : ['No room is told: the reservation has no RoomStay.'],
    )
  })

  it('is told with a duration instead of an end, and with one end alone', () => {
    expect(explainMessage(message('Commit', '', '<TimeSpan Start="2027-07-01" Duration="P3N"/>')).lines).toContain(
      'Days of the reservation: 2027-07-01 to 2027-07-04.',
    )
    expect(explainMessage(message('Commit', '', '<TimeSpan Start="2027-07-01"/>')).lines).toContain(
      'Days of the reservation: 2027-07-01 to ?.',
    )
    expect(explainMessage(message('Commit', '', SPAN)).facts.unusual).toContain('No hotel is named.')
  })

  it('is told beside stays of other days or of another hotel, and not where they say the same', () => {
    const other = explainMessage(message('Commit', STAY, '<TimeSpan Start="2027-07-01" End="2027-07-09"/>')).lines
    expect(other).toContain('Days of the reservation: 2027-07-01 to 2027-07-09.')
    const same = explainMessage(message('Commit', STAY, SPAN + HOTEL)).lines.join()
    expect(same).not.toMatch(/(?:Days|Hotel) of the reservation/)
  })

  it('is compared with what a stay tells', () => {
    const compare = (before: string, after: string): string[] =>
      compareMessages(
        { text: before, facts: explainMessage(before).facts },
        { text: after, facts: explainMessage(after).facts },
      ).changes.flatMap(({ about, text }) => (about === 'dates' || about === 'hotel' ? text : []))
    const stay = message('Commit', STAY, '')
    const moved = message('Cancel', '', SPAN.replace('07-04', '07-05') + HOTEL)
    expect(compare(stay, moved)).toContain('Stay: 2027-07-01 to 2027-07-04 → 2027-07-01 to 2027-07-05.')
    expect(compare(stay, moved).some((text) => text.startsWith('Hotel:'))).toBe(false)
    expect(compare(moved, message('Cancel', '', SPAN + HOTEL))).toEqual([
      'Stay: 2027-07-01 to 2027-07-05 → 2027-07-01 to 2027-07-04.',
    ])
  })
})
