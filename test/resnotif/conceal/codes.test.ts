import { describe, expect, it } from 'vitest'
import { starSecurityCodes } from '../../../src/resnotif/conceal/codes.js'
import { joinText } from '../../../src/resnotif/conceal/joined-text.js'
import { cpuTime } from '../../support/cpu-time.js'

describe('security codes of cards in prose', () => {
  it.each([
    ['cvc 987', 'cvc ***'],
    ['CVC2: 987, 12/29', 'CVC2: ***, 12/29'],
    ['cvv=987', 'cvv=***'],
    ['CVV2 is 9876.', 'CVV2 is ****.'],
    ['cid 1234', 'cid ****'],
    ['cvc987', 'cvc***'],
    ['the security code number is: 9 8 7', 'the security code number is: * * *'],
    ['card verification value 987', 'card verification value ***'],
    ['Prüfnummer lautet 987', 'Prüfnummer lautet ***'],
    ['Sicherheitscode: 987, KPN 654', 'Sicherheitscode: ***, KPN ***'],
    ['KPN 123 12/29', 'KPN *** 12/29'],
    ['cid: 4321 - 6/2031', 'cid: **** - 6/2031'],
    ['cryptogramme 987', 'cryptogramme ***'],
    ['cryptogramme visuel : 987', 'cryptogramme visuel : ***'],
    ['código de seguridad 987', 'código de seguridad ***'],
    ['codigo de segurança: 9876', 'codigo de segurança: ****'],
    ['codice di sicurezza 987', 'codice di sicurezza ***'],
    ['veiligheidscode is 987', 'veiligheidscode is ***'],
    ['987 (cvc)', '*** (cvc)'],
    ['cvc 987 and cvv 654', 'cvc *** and cvv ***'],
  ])('%s', (given, shown) => {
    expect(starSecurityCodes(given)).toBe(shown)
    expect(starSecurityCodes(shown)).toBe(shown)
  })

  it.each([
    'room 987',
    'cvc 98',
    'cvc 98765',
    'accident 1234',
    'cvc was not given; room 987',
    'code 1234',
    'security desk 1234',
    'arrival 12:30, cvc by phone',
    'HotelCode 1234',
    'KPN 0800 1234567',
    'kpn: 030-123 45 67',
    'CID 301 555 0199',
    'cvcx 987',
  ])('%s stays', (given) => {
    expect(starSecurityCodes(given)).toBe(given)
  })

  it('takes little time for the worst 100 KB', () => {
    for (const piece of [
      'cvc ',
      'cvc is ',
      'cvc is is is ',
      'cvc (',
      'cvc 98 ',
      'security code ',
      'security ',
      'card verification ',
      'code de securite ',
      '987 (',
      '987 ',
      '9 8 ',
      'cid',
      'cid 123 ',
      'kpn 12 / 29 ',
      'c',
      '9',
      ' ',
      'cvc -',
      '987 cvc ',
    ])
      expect(
        cpuTime(() => starSecurityCodes(piece.repeat(100_000 / piece.length)), 500),
        piece,
      ).toBeLessThan(500)
    for (const piece of ['&', '&#52;', '&#0', ' ', '4 ']) {
      const text = piece.repeat(100_000 / piece.length)
      expect(
        cpuTime(() => joinText(text, [{ start: 0, end: text.length, isBehindTag: false }]), 500),
        piece,
      ).toBeLessThan(500)
    }
  })
})
