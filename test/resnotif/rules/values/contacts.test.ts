import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const GUARANTEE = (card: string) =>
  `<RoomStay><Guarantee><GuaranteesAccepted><GuaranteeAccepted>${card}</GuaranteeAccepted></GuaranteesAccepted></Guarantee>`
/** The message with one more profile, or a card. */
const withPart = (part: string): string =>
  part.startsWith('<PaymentCard')
    ? MESSAGE.replace(/<RoomStay\b[^>]*>/, (tag) => GUARANTEE(part).replace('<RoomStay>', tag))
    : MESSAGE.replace(/<\/Customer>/, `${part}</Customer>`)
const toldOf = (part: string) =>
  lintMessage(withPart(part))
    .findings.filter(({ rule, node }) => rule === 'value-invalid' && !node.endsWith('Address'))
    .map(({ found, severity }) => [found, severity])

describe('what nobody can write to, call or charge', () => {
  it.each([
    ['<Email>ada at guests.example</Email>', 'ada at guests.example'],
    ['<Email/>', 'nothing'],
    ['<Telephone PhoneNumber="none"/>', 'none'],
    ['<Telephone PhoneNumber=""/>', 'nothing'],
    ['<Address><CountryName Code="Germany"/></Address>', 'Germany'],
    ['<PaymentCard ExpireDate="1329"/>', 'another form'],
    ['<PaymentCard ExpireDate="12/29"/>', 'another form'],
  ])('is told: %s', (part, found) => {
    expect(withPart(part)).not.toBe(MESSAGE)
    expect(toldOf(part)).toEqual([[found, 'warning']])
  })

  it.each([
    '<Email>ada@guests.example</Email>',
    '<Email>"Ada" &lt;ada@guests.example&gt;</Email>',
    '<Email>***</Email>',
    '<Telephone PhoneNumber="+49 (0)30 901820"/>',
    '<Telephone PhoneNumber="٠٣٠١٢٣"/>',
    '<Telephone PhoneTechType="1"/>',
    '<Address><CountryName Code="de">Germany</CountryName></Address>',
    '<Address><CountryName>Germany</CountryName></Address>',
    '<PaymentCard ExpireDate="1229"/>',
    '<PaymentCard ExpireDate="****"/>',
    '<PaymentCard/>',
  ])('is nothing of this: %s', (part) => {
    expect(toldOf(part)).toEqual([])
  })
})
