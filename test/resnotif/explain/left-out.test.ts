import { describe, expect, it } from 'vitest'
import { explainMessage, lintMessage } from '../../../src/resnotif/index.js'
import { foreign, NIGHTS, roomRate, stay } from '../rules/totals/foreign.js'

describe('what explain says of a message that leaves something open', () => {
  const open = '<GuestCount AgeQualifyingCode="10"/><GuestCount AgeQualifyingCode="8" Age="5" Count="1"/>'

  it('names people whose number is not told, and lint notes it', () => {
    const text = foreign(stay(roomRate(NIGHTS), '330.00', { counts: open }))
    expect(explainMessage(text).lines.join('\n')).toContain('; adults (number not told) and 1 child aged 5;')
    const { findings, notes } = lintMessage(text)
    expect(findings).toEqual([])
    expect(notes.map(({ rule }) => rule)).toEqual(['guest-count-untold'])
  })

  it('has the words of a guarantee', () => {
    const guarantee =
      '<Guarantee GuaranteeType="None"><GuaranteeDescription><Text>hotel collect</Text></GuaranteeDescription></Guarantee>'
    const text = foreign(stay(roomRate(NIGHTS), '').replace('<BasicPropertyInfo', `${guarantee}<BasicPropertyInfo`))
    const [reservation] = explainMessage(text).facts.reservations
    expect(reservation?.guarantee).toBe('None, hotel collect')
  })
})
