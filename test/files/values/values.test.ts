import { describe, expect, it } from 'vitest'
import { parseNight } from '../../../src/calendar/index.js'
import { readAmount } from '../../../src/files/values/amount.js'
import { type DecimalMark } from '../../../src/files/reading/choices.js'
import { readCurrency } from '../../../src/files/values/currency.js'
import { readDate } from '../../../src/files/dates/date.js'
import { type DateFormat } from '../../../src/files/reading/choices.js'
import { readDays } from '../../../src/files/dates/read-weekdays.js'
import { Problem, readCount, readFlag, readId, readStay, showText } from '../../../src/files/values/values.js'
import { cpuTime } from '../../support/cpu-time.js'

const NBSP = '\u00a0'
const NARROW = '\u202f'
const THIN = '\u2009'

describe('amounts that can be read in one way only', () => {
  it.each([
    ['70', '70.00'],
    ['70.0', '70.00'],
    ['70.00', '70.00'],
    ['70.1', '70.10'],
    ['0', '0.00'],
    ['0.00', '0.00'],
    ['007.50', '7.50'],
    ['70.1234', '70.1234'],
    ['70.1200', '70.12'],
    ['1234.567', '1234.567'],
    ['0.125', '0.125'],
    ['.5', '0.50'],
    [',5', '0.50'],
    ['12,50', '12.50'],
    ['12,5', '12.50'],
    ['1234,567', '1234.567'],
    ['0,125', '0.125'],
    ['1,2345', '1.2345'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1,234.567', '1234.567'],
    ['1.234.567', '1234567.00'],
    ['1,234,567', '1234567.00'],
    ['1.234.567,89', '1234567.89'],
    ["1'234.50", '1234.50'],
    ['1’234,50', '1234.50'],
    ["1'234", '1234.00'],
    ['1 234,50', '1234.50'],
    [`1${NBSP}234,50${NBSP}€`, '1234.50'],
    [`1${NARROW}234`, '1234.00'],
    [`1${THIN}234.5`, '1234.50'],
    ['12 345 678.9', '12345678.90'],
    ['$1,250.00', '1250.00'],
    ['$70.00', '70.00'],
    ['€ 99', '99.00'],
    ['99 EUR', '99.00'],
    ['99eur', '99.00'],
    ['EUR99.5', '99.50'],
    [`${NBSP}99${NBSP}`, '99.00'],
    ['kr 99', '99.00'],
    ['99 zł', '99.00'],
    ['US$ 99', '99.00'],
    ['£1,250.50', '1250.50'],
    ['¥12000', '12000.00'],
    ['999999999999.9999', '999999999999.9999'],
  ])('%s is %s', (text, amount) => {
    expect(readAmount(text)).toMatchObject({ amount })
  })
})

describe('amounts that are refused', () => {
  it.each([
    ['1.234', 'can be read as 1234 or as 1.234'],
    ['1,234', 'can be read as 1234 or as 1.234'],
    ['$1,234', 'can be read as'],
    ['12.345', 'can be read as'],
    ['123,456', 'can be read as'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['5-', 'negative'],
    ['(50.00)', 'negative'],
    ['-$5', 'negative'],
    ['$-5', 'negative'],
    ['€ -1.234,50', 'negative'],
    ['1.23456', 'has 5 decimals'],
    ['99.99000000000001', 'has 14 decimals'],
    ['9'.repeat(61), 'not an amount'],
    ['1e5', 'exponent'],
    ['1E+17', 'exponent'],
    ['1.5e-3', 'exponent'],
    ['NaN', 'not an amount'],
    ['Infinity', 'not an amount'],
    ['NULL', 'not an amount'],
    ['free', 'not an amount'],
    ['#N/A', 'not an amount'],
    ['-', 'not an amount'],
    ['=1+1', 'not an amount'],
    ['.', 'not an amount'],
    ['€', 'not an amount'],
    ['10-20', 'not an amount'],
    ['10%', 'neither a currency'],
    ['99 XYZ', 'neither a currency'],
    ['abc 99', 'neither a currency'],
    ['1 O0', 'not an amount'],
    ['0.125.000', 'well-formed'],
    ['0 123', 'well-formed'],
    ['12.', 'well-formed'],
    ['12,', 'well-formed'],
    ['1,23,456', 'well-formed'],
    ['1.23.4', 'well-formed'],
    ['12,34.50', 'well-formed'],
    ['1,234.5.6', 'well-formed'],
    ['1 23', 'well-formed'],
    ['1234 567', 'well-formed'],
    ["1'23.50", 'well-formed'],
    ["1'234 567", 'mixes'],
    ["1'234.567,8", 'mixes'],
    ['1 234,567.8', 'mixes'],
    ['€ 99 USD', 'two currencies'],
    ['1000000000000', 'more than 12 digits'],
    ['１２', 'not an amount'],
    ['٣', 'not an amount'],
    ['0x10', 'not an amount'],
    ['1_000', 'not an amount'],
  ])('%s: %s', (text, reason) => {
    const read = readAmount(text)
    expect(read).toBeInstanceOf(Problem)
    expect((read as Problem).reason).toContain(reason)
  })

  it('names the flag that settles an amount with two readings', () => {
    expect((readAmount('1.234') as Problem).remedy).toBe(
      'Add --decimal . if "1.234" has decimals, or --decimal , if it has thousands.',
    )
  })
})

describe('amounts with --decimal', () => {
  it.each<[string, DecimalMark, string]>([
    ['1.234', '.', '1.234'],
    ['1.234', ',', '1234.00'],
    ['1,234', ',', '1.234'],
    ['1,234', '.', '1234.00'],
    ['12.50', '.', '12.50'],
    ['12,50', ',', '12.50'],
    ['1.234,50', ',', '1234.50'],
    ['1,234.50', '.', '1234.50'],
    ['1.234.567', ',', '1234567.00'],
    ['70', ',', '70.00'],
    ["1'234.5", '.', '1234.50'],
  ])('%s with %s is %s', (text, decimal, amount) => {
    expect(readAmount(text, decimal)).toMatchObject({ amount })
  })

  it.each<[string, DecimalMark]>([
    ['12.50', ','],
    ['12,50', '.'],
    ['1.234,50', '.'],
    ['1,234.50', ','],
    ['1.234.567', '.'],
    ["1'234.5", ','],
    ['1234.567', ','],
    ['0.125', ','],
  ])('%s contradicts %s', (text, decimal) => {
    expect(readAmount(text, decimal)).toBeInstanceOf(Problem)
  })
})

it.each([
  ['€ 99', ['EUR']],
  ['99 USD', ['USD']],
  ['US$99', ['USD']],
  ['$99 CAD', ['CAD']],
  ['¥99', ['JPY', 'CNY']],
  ['¥99 JPY', ['JPY']],
  ['99', undefined],
])('%s names the currencies %j', (text, currencies) => {
  expect((readAmount(text) as { currencies?: string[] }).currencies).toEqual(currencies)
})

describe('ids', () => {
  it.each([
    ['101', '101'],
    [' 101 ', '101'],
    [`${NBSP}101`, '101'],
    ['00101', '101'],
    ['101.0', '101'],
    ['2992450,00', '2992450'],
    ["'00101", '101'],
    ['928948908785846870', '928948908785846870'],
    ['9999999999999999999', '9999999999999999999'],
  ])('%s is %s', (text, id) => {
    expect(readId(text)).toBe(id)
  })

  it.each([
    ['1234567890123456.0', 'spreadsheet'],
    ['101.', 'spreadsheet'],
    ['101.5', 'not an id'],
    ['9.3E+17', 'spreadsheet'],
    ['9,3E+17', 'spreadsheet'],
    ['9e17', 'spreadsheet'],
    ['12345678901234567890', '20 digits'],
    ['0', 'at least 1'],
    ['000', 'at least 1'],
    ['-5', 'not an id'],
    ['DBL', 'not an id'],
    ['101a', 'not an id'],
    ['1 01', 'not an id'],
    ['="101"', 'not an id'],
    ['1,000', 'not an id'],
    ['０１', 'not an id'],
  ])('%s is refused: %s', (text, reason) => {
    expect((readId(text) as Problem).reason).toContain(reason)
  })
})

describe('counts and stays', () => {
  it.each([
    ['0', 0],
    ['5', 5],
    ['05', 5],
    ['2147483647', 2147483647],
    ['5.0', 5],
    ['5,00', 5],
    ['t', 1],
    ['F', 0],
  ])('count %s is %s', (text, count) => {
    expect(readCount(text)).toBe(count)
  })
  it.each([
    ['-1', 'negative'],
    ['2147483648', 'above'],
    ['2.5', 'whole'],
    ['5.000', 'whole'],
    ['1,000', 'whole'],
    ['1e3', 'whole'],
    ['many', 'whole'],
    ['yes', 'says yes or no'],
    ['true', 'says yes or no'],
    ['FALSE', 'says yes or no'],
    ['x', 'says yes or no'],
    ['nein', 'says yes or no'],
    ['+5', 'whole'],
  ])('count %s is refused: %s', (text, reason) => {
    expect((readCount(text) as Problem).reason).toContain(reason)
  })
  it.each([
    ['1', 1],
    ['365', 365],
    ['2147483647', 2147483647],
  ])('stay %s is %s', (text, stay) => {
    expect(readStay(text)).toBe(stay)
  })
  it.each([
    ['0', 'at least 1'],
    ['-2', 'negative'],
    ['t', 'whole'],
    ['2147483648', 'above'],
  ])('stay %s is refused: %s', (text, reason) => {
    expect((readStay(text) as Problem).reason).toContain(reason)
  })
})

describe('flags', () => {
  it.each([
    ['true', true],
    ['T', true],
    ['yes', true],
    ['Y', true],
    ['1', true],
    ['x', true],
    ['ja', true],
    ['Oui', true],
    ['si', true],
    ['SÍ', true],
    ['si\u0301', true],
    ['nein', false],
    ['non', false],
    ['nee', false],
    ['false', false],
    ['f', false],
    ['No', false],
    ['n', false],
    ['0', false],
    ...[
      ['WAHR', 'FALSCH'],
      ['VRAI', 'FAUX'],
      ['✓', '✗'],
      ['tak', 'nie'],
      ['sim', 'não'],
      ['closed', 'open'],
      ['PRAWDA', 'FAŁSZ'],
      ['ano', 'NEPRAVDA'],
      ['SANT', 'FALSKT'],
      ['geschlossen', 'offen'],
      ['zamknięte', 'otwarte'],
      ['kyllä', 'ei'],
      ['DOĞRU', 'YANLIŞ'],
      ['да', 'нет'],
      ['ΑΛΗΘΗΣ', 'ΨΕΥΔΗΣ'],
      ['ναι', 'όχι'],
    ].flatMap(([yes = '', no = '']): [string, boolean][] => [
      [yes, true],
      [no, false],
    ]),
  ])('%s is %s', (text, flag) => {
    expect(readFlag(text)).toBe(flag)
  })
  it.each(['2', 'ne', 'perhaps', '-', 'tr', 'null', 'x'.repeat(30)])('%s is refused', (text) => {
    expect(readFlag(text)).toBeInstanceOf(Problem)
  })
})

describe('weekdays', () => {
  it.each([
    ['mon', 1],
    ['mon,tue', 3],
    ['Mon Tue', 3],
    ['monday;sunday', 65],
    ['mon-fri', 31],
    ['fri-mon', 113],
    ['fri - sun', 112],
    ['mon–wed', 7],
    ['mon-sun', 127],
    ['daily', 127],
    ['mon-tue,sat', 35],
    ['sat|sun', 96],
    ['sun-sun', 64],
    ['Fr,Sa', 48],
    ['mo', 1],
    ['Montag', 1],
    ['Mo-Fr', 31],
    ['Di, Mi', 6],
    ['Fr,Sa,So', 112],
    ['so, ne', 96],
    ['pt. sob.', 48],
    ['vendredi, samedi', 48],
    ['sexta-feira', 16],
    ['segunda-feira – sexta-feira', 31],
    ['lör+sön', 96],
    ['perjantai lauantai', 48],
    ['pá,so', 48],
    ['Pt,Ça', 5],
    ['sa su', 96],
    ['täglich', 127],
    ['пт, сб', 48],
    ['Mo Tu We', 7],
    ['We,Th', 12],
    ['we-su', 124],
    ['Mon,We', 5],
    ['tu-we', 6],
    ['wt,sr', 6],
    ['Pn Wt', 3],
    ['wed', 4],
    ['Παρασκευή', 16],
  ])('%s is %s', (text, mask) => {
    expect(readDays(text)).toBe(mask)
  })
  it.each([
    ['weekend', 'different hotels'],
    ['weekdays', 'different hotels'],
    ['Di', 'Tuesday in German and Sunday in French'],
    ['so', 'Saturday in Polish'],
    ['Pt', 'Monday in Turkish'],
    ['Sa', 'Tuesday in Turkish'],
    ['Pe', 'Thursday in Turkish'],
    ['Pa', 'Sunday in Turkish'],
    ['Ct', 'Saturday in Turkish'],
    ['su', 'Saturday in Croatian'],
    ['to', 'Tuesday in Slovenian'],
    ['mon,sobota,viernes', 'several languages'],
    ['x'.repeat(200), 'no list'],
    ['1-7', 'no weekday'],
    ['1111100', 'no weekday'],
    ['WE', '"we" may be the weekend'],
    ['we', 'may be the weekend'],
    ['We.', 'may be the weekend'],
    ['Fr-WE', 'may be the weekend'],
    ['Mo,WE', 'may be the weekend'],
    ['Mo,We,Fr', 'may be the weekend'],
    ['Sa/WE', 'may be the weekend'],
    ['WT', 'may be the working days'],
    ['Mo,WT', 'may be the working days'],
    ['mon-', 'no weekday'],
    ['-fri', 'no weekday'],
    ['mon-tue-wed', 'no weekday'],
    ['mon,,tue', 'mask'],
    ['mon,', 'no weekday'],
  ])('%s: %s', (text, reason) => {
    const read = readDays(text)
    if (reason === 'mask') expect(read).toBe(3)
    else expect((read as Problem).reason).toContain(reason)
  })
})

describe('dates', () => {
  const night = parseNight('2027-03-04') as number
  it.each<[string, DateFormat | undefined]>([
    ['2027-03-04', undefined],
    [' 2027-03-04 ', undefined],
    ['2027-03-04', 'dmy'],
    ['04/03/2027', 'dmy'],
    ['4.3.2027', 'dmy'],
    ['04-03-2027', 'dmy'],
    ['03/04/2027', 'mdy'],
    ['3/4/2027', 'mdy'],
    ['2027/03/04', 'ymd'],
    ['2027.3.4', 'ymd'],
    ['2027-03-04T00:00:00Z', undefined],
    ['2027-03-04 00:00:00', undefined],
    ['2027-03-04T00:00:00.000+02:00', undefined],
    ['04.03.2027 0:00', 'dmy'],
    ['3/4/2027 12:00:00 AM', 'mdy'],
    ['4 March 2027', undefined],
    ['4-Mar-2027', undefined],
    ['04 MAR 2027', undefined],
    ['04Mar2027', undefined],
    ['Mar 4, 2027', undefined],
    ['March 4, 2027', undefined],
    ['2027-Mar-04', undefined],
    ['4. März 2027', undefined],
    ['4 mars 2027', undefined],
    ['4 de marzo de 2027', undefined],
    ['4 mrt 2027', undefined],
    ['4. Mrz. 2027', undefined],
    ['4 ma\u0308rz 2027', undefined],
    ['46450', 'serial'],
    ['46450.0', 'serial'],
    ['44988', 'serial-1904'],
    ['20270304', undefined],
    ['04032027', 'dmy'],
    ['03042027', 'mdy'],
    ['04/03/27', 'dmy'],
    ['3/4/27', 'mdy'],
    ['27-03-04', 'ymd'],
    ['4. 3. 2027', 'dmy'],
    ['4.3.2027.', 'dmy'],
    ['Thu 04/03/2027', undefined],
    ['Do, 04.03.2027', undefined],
    ['04.03.2027 (Do)', undefined],
    ['jeu. 4/3/2027', undefined],
    ['quinta-feira, 4/3/2027', undefined],
    ['Thursday, March 4, 2027', undefined],
    ['2027-03-04 Thu', undefined],
    ['4-Mar-27', 'dmy'],
    ['27-mar-04', 'ymd'],
    ['Mar 4, 27', undefined],
    ['4th March 2027', undefined],
    ['March 4th, 2027', undefined],
    ['4 marca 2027', undefined],
    ['4. března 2027', undefined],
    ['4 mars 2027', undefined],
    ['4. marts 2027', undefined],
    ['4. maaliskuuta 2027', undefined],
    ['4. ožujka 2027.', undefined],
    ['2027. március 4.', undefined],
    ['4 martie 2027', undefined],
    ['4 Mart 2027', undefined],
    ['4 марта 2027', undefined],
    ['4 Μαρτίου 2027', undefined],
    ['4 de març de 2027', undefined],
    ['čt 4. 3. 2027', 'dmy'],
  ])('%s with %s is 4 March 2027', (text, format) => {
    expect(readDate(text, format)).toBe(night)
  })

  it.each<[string, DateFormat | undefined, string]>([
    ['03/04/2027', undefined, 'day first or as month first'],
    ['3.4.2027', undefined, 'day first or as month first'],
    ['31/12/2027', undefined, 'not written YYYY-MM-DD'],
    ['2027/03/04', undefined, 'not written YYYY-MM-DD'],
    ['2027-3-4', undefined, 'not written YYYY-MM-DD'],
    ['2026-02-30', undefined, 'no day of the calendar'],
    ['2027-02-29', undefined, 'no day of the calendar'],
    ['2027-13-01', undefined, 'no day of the calendar'],
    ['31/11/2027', 'dmy', 'no day of the calendar'],
    ['13/13/2027', 'dmy', 'no day of the calendar'],
    ['31/12/2027', 'mdy', 'no day of the calendar'],
    ['1999-12-31', undefined, '2000 to 2100'],
    ['2101-01-01', undefined, '2000 to 2100'],
    ['3027-01-01', undefined, '2000 to 2100'],
    ['2027/03/04', 'dmy', 'no date with --date-format dmy'],
    ['04/03/2027', 'ymd', 'no date with --date-format ymd'],
    ['04/03/277', 'dmy', 'no date with'],
    ['2027-03-04T10:00:00Z', undefined, 'time of day'],
    ['2027-03-04 23:00', undefined, 'time of day'],
    ['46450', undefined, 'spreadsheet'],
    ['46450.5', undefined, 'with a time'],
    ['46450', 'dmy', 'spreadsheet'],
    ['04/03/2027', 'serial', 'day first or as month first'],
    ['4-Mar-27', undefined, 'day first or as year first'],
    ['04.03.27', undefined, 'day first or as month first or as year first'],
    ['4 Mars 27', undefined, 'day first or as year first'],
    ['31 Feb 2027', undefined, 'no day of the calendar'],
    ['4 Moon 2027', undefined, 'not a date'],
    ['99999', 'serial', '2000 to 2100'],
    ['04/03-2027', 'dmy', 'not a date'],
    ['20271304', undefined, 'is no day of the calendar'],
    ['2027030', undefined, 'not a date'],
    ['Fri 2027-03-04', undefined, 'is no Fri'],
    ['Di 04.03.2027', 'dmy', 'is no Di'],
    ['4 listopada 2027', undefined, 'October in one language and November in another'],
    ['２０２７-03-04', undefined, 'not a date'],
  ])('%s with %s is refused: %s', (text, format, reason) => {
    expect((readDate(text, format) as Problem).reason).toContain(reason)
  })
})

it('takes currency codes in any case and refuses others', () => {
  expect(readCurrency(' eur ')).toBe('EUR')
  expect([' € ', '₹', 'zł', 'US$'].map((text) => readCurrency(text))).toEqual(['EUR', 'INR', 'PLN', 'USD'])
  for (const text of ['EURO', 'XYZ', '$', '£', 'kr', 'E', '978']) expect(readCurrency(text)).toBeInstanceOf(Problem)
})

it('shows values cut and with invisible characters made visible', () => {
  expect(showText('a\tb\nc\u0000\u200bd\u202e')).toBe('a\\tb\\nc\\u{0}\\u{200b}d\\u{202e}')
  expect(showText('x'.repeat(200))).toBe(`${'x'.repeat(80)}…`)
})

it.each([' ', '.', ',', '-', '0', '1', 'a', 'a ', "'", '="', '1.', 'mon,'])(
  'a cell of a hundred thousand times "%s" is refused or read in no time',
  (part) => {
    const text = `1${part.repeat(100_000)}x`
    for (const read of [readDate, readAmount, readDays, readFlag, readId, readStay, readCount, readCurrency])
      expect(cpuTime(() => expect(read(text)).toBeInstanceOf(Problem), 200)).toBeLessThan(200)
  },
)
