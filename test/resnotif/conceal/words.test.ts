import { describe, expect, it } from 'vitest'
import { concealMessage } from '../../../src/resnotif/conceal/index.js'
import { findTracks } from '../../../src/resnotif/cards/index.js'
import { secretKind } from '../../../src/resnotif/conceal/names.js'
import { findSecrets } from '../../../src/resnotif/conceal/sign-ins.js'

const SIGN_INS =
  'pin otp pw psw mdp token pin_code pass user-pass usrpass login_pass wssepass cvc cvc2 cvv cvv2 cvn cvn2 api_key appkey secret-key private_key access-key shared_key ' +
  'signing-key client_key access_token refresh-token auth_token bearer-token session_token security-token api_token oauth-token secret secret_answer password passwort ' +
  'passwd passphrase passcode pass-key kennwort contrasena clave senha wachtwoord heslo haslo lozinka salasana losenord adgangskode passord parola jelszo sifre geheimnis ' +
  'zugangscode access_code code_acces session_id jsessionid pwd duty_code security_code series_code card_number magnetic_stripe'
const NAMES =
  'password userPassword motDePasse passwd pwd contrasena contrasenya senha palavraPasse parola wachtwoord heslo haslo geslo lozinka zaporka salasana losenord adgangskode ' +
  'kodeord passord lykilord jelszo sifre parool slaptazodis geheimnis zugangsCode zugangskennung accessCode codeAcces codeDAcces secretAnswer dutyCode clientSecret apiToken ' +
  'csrfTokens id_token service-token apiKey application.key licenseKeys subscriptionKeyValue credential credentials sessId phpSessionId encryptedValue jwt bearer cookie ' +
  'httpAuth proxyAuthorization xAuthHeader authorization token otp tan pin userPass dbPw psw pswd mdp clave pinCode otp-value cardNumber ccNum CCNo ccnr kartenNummer ' +
  'primaryAccountNumber seriesCode paymentCardCode cvc cvv2 cvnCode csc cav cvdValue cidCode cardIdCode cardVerificationValue kartenPruefnummer verificationCode ' +
  'securityCode pan card_pan track1 trackData trk2 trck_one firstTrack magStripe magneticStreifen stripeData swipedTrack msrData'
const HEADERS = 'authorization proxy-authorization cookie set-cookie2'

describe('words of secrets', () => {
  it.each(`${SIGN_INS} ${HEADERS}`.split(' '))(
    'finds what stands behind %s in ASCII and beside other letters alike',
    (name) => {
      for (const spelled of [name, name.toUpperCase(), name.replaceAll(/[_-]/g, ' ')]) {
        const text = `${spelled}: id=hunter2-7491`
        const found = findSecrets(text)
        expect(found, spelled).not.toEqual([])
        expect(findSecrets(`${text}\n\u0436`)).toEqual(found)
      }
    },
  )

  it.each(NAMES.split(' '))('knows the name %s, with a letter beyond ASCII before it too', (name) => {
    expect(secretKind(name)).toBeDefined()
    expect(secretKind(name.toUpperCase())).toBe(secretKind(name))
    // A full-width hyphen parts words as a plain one does.
    expect(secretKind(`x\uff0d${name}`)).toBe(secretKind(`x-${name}`))
  })

  it.each(
    'track1 trck2 trk3 track_data firstTrack raw-track magstripe magnetstreifen stripe_data swiped-card msr_data'.split(
      ' ',
    ),
  )('finds what is called %s', (name) => {
    for (const spelled of [name, name.toUpperCase()]) {
      const found = findTracks(`${spelled}: 27121010000000`, [])
      expect(found, spelled).not.toEqual([])
      expect(findTracks(`${spelled}: 27121010000000 \u0436`, [])).toEqual(found)
    }
  })

  it('reads tags of ASCII and of other letters alike', () => {
    const message = `<a:Card-Holder password="hunter2-7491" x.y_z='token=abcdef99' secret = "s3cret-one"><cvc>987</cvc></a:Card-Holder>`
    const { text, cards, passwords } = concealMessage(message)
    expect(text).not.toMatch(/hunter2|abcdef99|s3cret|987/)
    const beside = concealMessage(`${message}<!--\u0436-->`)
    expect([beside.text, beside.cards, beside.passwords]).toEqual([`${text}<!--\u0436-->`, cards, passwords])
  })
})
