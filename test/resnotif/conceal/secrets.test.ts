import { describe, expect, it } from 'vitest'
import {
  concealMessage,
  createConcealer,
  explainMessage,
  fixMessage,
  lintMessage,
  readAnswer,
} from '../../../src/resnotif/index.js'
import { fastGrowth } from '../../support/cpu-time.js'

const SECRET = 'Tr0ub4dor&Öl'
const XML = SECRET.replace('&', '&amp;')
const NAMES = [
  'UserPassword',
  'PASSWORD',
  'user-pwd',
  'PIN',
  'GuestPin',
  'ApiKey',
  'x-api-key',
  'ClientSecret',
  'AccessToken',
  'refresh_token',
  'BinarySecurityToken',
  'Authorization',
  'Passwort',
  'Passphrase',
  'PasswordDigest',
  'SharedKey',
]
const ABROAD = [
  'Contraseña',
  'Clave',
  'Senha',
  'Wachtwoord',
  'Heslo',
  'Hasło',
  'Lozinka',
  'Salasana',
  'Lösenord',
  'Adgangskode',
  'Passord',
  'Parola',
  'Jelszó',
  'Şifre',
  'Пароль',
  '密码',
  'パスワード',
  'Geheimnis',
  'Zugangscode',
  'AccessCode',
  'code_acces',
  'Psw',
  'mdp',
  'usr_pass',
  'wsse-pass',
  'PassKey',
  'AppKey',
  'SecretAnswer',
  'SessionID',
  'DutyCode',
  'JSESSIONID',
  'Hasło'.normalize('NFD'),
  'CONTRASEÑA',
]
const FORMS: readonly ((name: string) => string)[] = [
  (name) => `<a:${name} xmlns:a="a">${XML}</a:${name}>`,
  (name) => `<${name} value="${XML}"/>`,
  (name) => `<A ${name}="${XML}"/>`,
  (name) => `<${name}><![CDATA[${SECRET}]]></${name}>`,
  (name) => `<${name}><B c="${XML}">${XML}</B></${name}>`,
  (name) => `<param name="${name}">${XML}</param>`,
  (name) => `<P key='${name}' value='${XML}'/>`,
  (name) => `<entry><key>${name}</key><value>${XML}</value></entry>`,
  (name) => `<!-- <${name}>${SECRET}</${name}> -->`,
  (name) => `<T>&lt;${name}&gt;${XML}&lt;/${name}&gt;</T>`,
]
const BASIC = Buffer.from(`user:${SECRET}`).toString('base64')
const PROSE = [
  `<To>http://user:${XML}@pms.example/x</To>`,
  `<A to="https://${XML}@pms.example"/>`,
  `<T>Authorization: Basic ${BASIC}</T>`,
  `<T>sent with Basic ${BASIC}</T>`,
  `<T>authorization=Bearer ${XML}</T>`,
  `<T>password: ${SECRET.replace('&', '')}</T>`,
  `<T>the password is ${XML}</T>`,
  `<T>{"accessToken":"${XML}"}</T>`,
  `<A b="pwd=${SECRET.replace('&', '')}"/>`,
  `<T>pass<b>word</b>: ${SECRET.replace('&', '')}</T>`,
  `<?pms password="${SECRET}"?>`,
  `<T>pass: Tr0ub4dor</T>`,
  `<T>Cookie: session=Tr0ub4dor; lang=Öl</T>`,
  `<T>{"cookie":"sid=Tr0ub4dor"}</T>`,
  `<TPA name="PassWord:">Tr0ub4dor</TPA>`,
  ...['Contraseña', 'Senha', 'Пароль', '密码', 'パスワード', 'usr_pass', 'session id', 'clave'].map(
    (name) => `<T>${name}: Tr0ub4dor</T>`,
  ),
]

describe("passwords in places of a sender's own", () => {
  it.each([...NAMES, ...ABROAD])(
    '%s as an element, an attribute, a parameter, in a comment and as escaped markup',
    (name) => {
      for (const form of FORMS) {
        const { text, passwords } = concealMessage(`<x>${form(name)}</x>`)
        expect(text, form(name)).not.toMatch(/Tr0ub|Öl/)
        expect(text).toHaveLength(`<x>${form(name)}</x>`.length)
        expect(passwords).toBeGreaterThan(0)
      }
    },
  )

  it.each(PROSE)('%s', (given) => {
    const { text } = concealMessage(given)
    expect(text).not.toMatch(/Tr0ub|Öl/)
    expect(text).not.toContain(BASIC)
    expect(text).toHaveLength(given.length)
  })

  it.each([
    '<A EchoToken="Tr0ub4dor" ID="Tr0ub4dor"/>',
    '<UsernameToken><Username>Tr0ub4dor</Username></UsernameToken>',
    '<Password Type="urn:x#PasswordText"/>',
    '<A PasswordPolicy="strict" TokenId="7" Name="Pinocchio">shopping: 5</A>',
    '<To>http://pms.example:8080/a@b</To>',
    '<T>Basic accommodation, keys at the desk</T>',
    '<SkiPass>3</SkiPass>',
    '<T>Ski pass: 3 days; cookies: yes, cookie: chocolate</T>',
    '<PaymentCard CardCode="VI"/>',
    '<Enclave>x</Enclave>',
  ])('%s stays', (given) => {
    expect(concealMessage(given)).toMatchObject({ text: given, passwords: 0 })
  })

  it.each<[string, string]>([
    ['decomposed', XML.normalize('NFD')],
    ['entities', [...SECRET].map((one) => `&#${one.codePointAt(0) ?? 0};`).join('')],
    ['percent codes', encodeURIComponent(SECRET)],
    ['percent codes of Latin-1', 'Tr0ub4dor%26%D6l'],
    ['base64', Buffer.from(SECRET).toString('base64')],
    ['base64 of Latin-1', Buffer.from(SECRET, 'latin1').toString('base64')],
    ['base64 among other bytes', Buffer.from(`me:${SECRET}!`).toString('base64')],
    ['hexadecimal', Buffer.from(SECRET).toString('hex')],
    ['hexadecimal of Latin-1', Buffer.from(SECRET, 'latin1').toString('hex')],
    ['letters apart', [...SECRET].join(' ').replace('&', '&amp;')],
    ['dashes', [...SECRET].join('-').replace('&', '&amp;')],
    ['zero-width signs', [...SECRET].join('\u200b').replace('&', '&amp;')],
    ['UTF-8 read as Latin-1', Buffer.from(XML).toString('latin1')],
  ])('one that the message names is known in its other places: %s', (_, spelled) => {
    const given = `<x><Password>${XML}</Password><T>is ${spelled}.</T><A b="${spelled}"/></x>`
    expect(concealMessage(given).text.replaceAll(/\*+/g, '*')).toMatch(
      /^<x><Password>\*<\/Password><T>is (?:bWU6)?[*\u200b -]+(?:E=)?\.<\/T><A b="(?:bWU6)?[*\u200b -]+(?:E=)?"\/><\/x>$/,
    )
    expect(concealMessage(`<T>is ${spelled}.</T>`, [SECRET]).text).toMatch(
      /^<T>is (?:bWU6)?[* \u200b-]+(?:E=)?\.<\/T>$/,
    )
  })

  it('stand in no finding, story or correction, and an excerpt is cut from the text without them', () => {
    const inner = `<Password>${SECRET.repeat(3)}</Password><UniqueID Type="14" ID="A"/>`
    const text = `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation>${inner}</HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
    const shown = JSON.stringify([lintMessage(text), explainMessage(text), fixMessage(text).remaining])
    expect(shown).toContain('not written as &amp;')
    expect(shown).not.toMatch(/Tr0ub|dor&|Öl/)
  })
})

describe('a password that is made of words of our own', () => {
  it('leaves sentences of lint, explain and of what a PMS answered as they are', () => {
    const message = (word: string): string =>
      `<E xmlns:w="w"><w:Password>${word}</w:Password><OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><UniqueID Type="14" ID="A"/></HotelReservation></HotelReservations></OTA_HotelResNotifRQ></E>`
    for (const word of ['message', 'Reservation', 'guesses', 'composite']) {
      expect(lintMessage(message(word)).findings).toEqual(lintMessage(message('zzzzzzzz')).findings)
      expect(explainMessage(message(word))).toEqual(explainMessage(message('zzzzzzzz')))
    }
    const answer = {
      status: 200,
      body: '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Errors><Error Type="3" ShortText="no message for reservation"/></Errors></OTA_HotelResNotifRS>',
    }
    expect(readAnswer(answer, { secrets: ['message'] })).toMatchObject({
      summary: 'The PMS refused the message: a business rule refuses it.',
      problems: [{ text: 'no *** for reservation' }],
    })
  })
})

it('a CardCode of digits is a security code', () => {
  expect(concealMessage('<PaymentCard CardCode="737"/>').text).toBe('<PaymentCard CardCode="***"/>')
})

describe('card numbers with signs between their digits', () => {
  const SIGNS = ['·', ',', ':', '|', '\t', '/', '_', '\u00a0', '\u200b', ', ', ' · ', ' - ', '–', ';', '\\', '•']
  it.each(['4111111111111111', '5555555555554444', '378282246310005', '2223003122003222', '6011111111111117'])(
    '%s',
    (card) => {
      const groups =
        card.length === 15 ? [card.slice(0, 4), card.slice(4, 10), card.slice(10)] : (card.match(/\d{4}/g) ?? [])
      const spelled = SIGNS.flatMap((sign, at) => [
        groups.join(sign),
        [...card].join(sign),
        groups
          .map((group, i) => group + (i === groups.length - 1 ? '' : (SIGNS[(at + i * 5) % SIGNS.length] as string)))
          .join(''),
      ])
      const { text } = createConcealer()
      for (const one of spelled) {
        expect(text(`pay ${one} now`).replaceAll(/\D/g, ''), one).toBe(card.slice(-4))
        expect(concealMessage(`<T a="${one}">pay ${one} now</T>`).text.replaceAll(/\D/g, ''), one).toBe(
          card.slice(-4) + card.slice(-4),
        )
      }
    },
  )

  it.each([
    '4111111111111111 737',
    '4111-1111-1111-1111 12/29 737',
    '4111111111111111, 12/2029, 737',
    '4111 1111 1111 1111 exp 12/29 737',
    '4111111111111111/1229/737',
    '4111111111111111|12|29|737',
    '4111111111111111 (737)',
    '4111111111111111\n737',
  ])('the code beside it goes as well: %j', (given) => {
    expect(createConcealer().text(given)).not.toContain('737')
    expect(concealMessage(`<T>${given}</T>`).text).not.toContain('737')
  })

  it.each(['4111111111111111 and room 737', '4111111111111111 737.50 EUR', '1-4111111111111111-501'])(
    '%s keeps the other number',
    (given) => {
      expect(createConcealer().text(given)).toBe(given.replace('411111111111', '************'))
    },
  )

  it.each([
    '31.12.2027, 04.01.2028',
    '450.00, 380.00, 120.50',
    '4500.00 / 3800.00 / 12.50',
    '4.7.2027 - 11.7.2027',
    '101-501,102-502,103-503',
    '41 42 43 44 45 46 47 48',
    '2027-07-01/2027-07-04',
    '4:30 5:30 6:30 7:30 8:30',
    '5100 5101 5102 5103',
  ])('%s stays', (given) => {
    expect(createConcealer().text(given)).toBe(given)
  })

  it('takes time in proportion to the text', () => {
    for (const piece of [
      '4,1·',
      '4111,1111;',
      '12,34|5',
      '4\u200b',
      'password ',
      'password: ',
      'authorization: basic ',
      'eyJaaaaaaaa.',
      '//a:',
      '&lt;',
      '<param name="password">',
      '4111111111111111 12/',
      ' exp valid to ',
    ]) {
      const work = (length: number) => () =>
        concealMessage(`<PaymentCard CardNumber="4111111111111111"/>${piece.repeat(length / piece.length)}`)
      expect(fastGrowth(work(20_000), work(100_000), 15, 100), piece).toEqual([])
    }
  })
})
