import { describe, expect, it } from 'vitest'
import { headerCurrencies } from '../../../src/files/columns/header-currency.js'

describe('the currency that the name of a column gives', () => {
  it.each([
    ['Preț (RON)', ['RON']],
    ['Fiyat (TRY)', ['TRY']],
    ['Preț (lei)', ['RON']],
    ['Ár (Ft)', ['HUF']],
    ['Цена, руб', ['RUB']],
    ['Fiyat (TL)', ['TRY']],
    ['料金（円）', ['JPY']],
    ['Preis (SFr.)', ['CHF']],
    ['price (USD)', ['USD']],
    ['Preis €', ['EUR']],
  ])('%s', (name, codes) => {
    expect(headerCurrencies(name)).toEqual(codes)
  })
  it.each([
    'price (net)',
    'price (all rooms)',
    'TOP price',
    'constructor',
    'price constructor',
    '__proto__',
    'Price, per night',
    'rate (try)',
  ])('%s names none', (name) => {
    expect(headerCurrencies(name)).toBeUndefined()
  })
})
