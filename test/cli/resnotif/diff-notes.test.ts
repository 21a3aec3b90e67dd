import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import ResnotifExplain from '../../../src/commands/resnotif/explain.js'
import { foreign, roomRate, stay } from '../../resnotif/rules/totals/foreign.js'
import { runClass } from '../../support/run-class.js'

const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-diff-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const env = { HUBSWITCH_CONFIG_DIR: path.join(base, 'config'), HUBSWITCH_DATA_DIR: path.join(base, 'data') }

const price = (from: number, to: number, amount = '100.00'): string =>
  `<Rate EffectiveDate="2027-03-0${from}" ExpireDate="2027-03-0${to}" RateTimeUnit="Day"><Base AmountAfterTax="${amount}"/></Rate>`
const [whole, nightly] = [price(1, 4), price(1, 2) + price(2, 3) + price(3, 4)]
const adults = (count: number): string => `<GuestCount AgeQualifyingCode="10" Count="${count}"/>`
const one = (rates: string, count = 2): string =>
  stay(roomRate(rates).replace('NumberOfUnits="1"', 'NumberOfUnits="2"'), '', { counts: adults(count) })
const two = (rates: string): string =>
  [1, 2].map((rph) => stay(roomRate(rates), '', { counts: adults(1), rphs: [rph] })).join('')

async function diff(before: string, after: string): Promise<string> {
  const [old, now] = [before, after].map((stays, at) => {
    const file = path.join(base, `${at}.xml`)
    writeFileSync(file, foreign(stays))
    return file
  }) as [string, string]
  const { code, stdout } = await runClass(ResnotifExplain, [now, '--diff', old], env)
  expect(code).toBe(0)
  return stdout
}

it('says that nights are cut otherwise beside another number of RoomStays, and beside no real change', async () => {
  expect(await diff(one(whole), two(nightly))).toBe(
    'RoomStays: 1 → 2.\nTheir nights are cut into Rates otherwise, at the same prices.\n',
  )
  expect(await diff(one(whole), two(price(1, 2, '90.00') + price(2, 4)))).not.toContain('the same prices')
})

it('says that guests are counted per room instead of in all, or the reverse', async () => {
  const perRoom = one(whole, 1).replace('IsPerRoom="false"', 'IsPerRoom="true"')
  expect(await diff(one(whole), perRoom)).toMatch(
    / Their guests are counted per room instead of in all, and are as many\.\n$/,
  )
  expect(await diff(perRoom, one(whole))).toMatch(
    / Their guests are counted in all instead of per room, and are as many\.\n$/,
  )
})
