import { describe, expect, it } from 'vitest'
import { judgeReceived } from '../../src/client/answers/answer.js'
import { createRedactor } from '../../src/client/shown/redact.js'
import { endpointOf, type EndpointKey } from '../../src/contract/map/map.js'
import { parseOverlay } from '../../src/contract/overlay/overlay.js'
import { RAW_READ } from '../../src/outcome/rules/rules.js'
import { type Judgement, RULES } from '../../src/outcome/index.js'

const booked = { bookingId: '900001', channelBookingId: 'A-1', status: 'confirmed' }
const room = { id: 101, name: 'Double' }

function judged(key: EndpointKey | undefined, body: unknown, status = 200, successLabels: string[] = []): Judgement {
  const endpoint = key === undefined ? undefined : endpointOf(key)
  const { params, query, body: asked } = key === undefined ? {} : endpointOf(key).example
  const call = {
    label: key ?? 'GET /x',
    rule: key === undefined ? RAW_READ : RULES[key],
    asked: { params, query, body: asked },
  }
  const received = {
    status,
    headers: {},
    text: JSON.stringify(body) ?? '',
    attempts: 1,
    requestId: 'r',
    isRepeat: false,
  }
  return judgeReceived(key, endpoint, call, received, {
    redactor: createRedactor(new Set()),
    baseAddress: new URL('https://service.example'),
    retryAfterCapMs: 120_000,
    overlay: parseOverlay({ successLabels }),
  })
}

const page = { content: [], totalElements: 0 }
const says = (status: unknown, result: unknown = []): unknown => ({ status, result })

describe('what the answer to a read proves', () => {
  it.each<[string, EndpointKey, unknown, number]>([
    ['a label of work under way', 'reservation.lookup', says('processing'), 200],
    ['a label that nobody knows', 'reservation.lookup', says('WAIT'), 200],
    ['half of it', 'reservation.lookup', says('partial'), 200],
    ['a flag of work under way', 'unit.list', { success: 'queued', result: page }, 200],
    ['HTTP 202', 'reservation.lookup', says('success', booked), 202],
    ['HTTP 202, label queued', 'reservation.lookup', says('queued'), 202],
    ['HTTP 202, nothing in it', 'unit.list', undefined, 202],
    ['HTTP 206', 'unit.list', says('success', page), 206],
    ['HTTP 207', 'unit.list', says('success', page), 207],
    ['HTTP 404 and work under way', 'property.getByHubId', says('processing', null), 404],
    ['no units, under way', 'unit.list', says('processing', page), 200],
    ['rooms, under way', 'room.list', { success: 'processing', rooms: [room] }, 200],
    ['nights, under way', 'product.search', says('in_progress', { roomTypes: [] }), 200],
    ['null for the reservations', 'reservation.lookup', says('success', null), 200],
    ['null among the reservations', 'reservation.lookup', says('success', [null]), 200],
    ['null for the page', 'unit.list', says('success', null), 200],
    ['null for the units', 'unit.list', says('success', { content: null }), 200],
    ['an object for the units', 'unit.list', says('success', { content: {} }), 200],
    ['null among the units', 'unit.list', says('success', { content: [null] }), 200],
    ['null for the rooms', 'room.list', { success: true, rooms: null }, 200],
    ['null for the products', 'product.list', { success: true, products: null }, 200],
    ['null for what is offered', 'product.search', says('success', { roomTypes: null }), 200],
    ['no rows of one', 'reservation.lookup', { result: [], status: 'success', totalElements: 1 }, 200],
    [
      'fewer rows than there are, in a page',
      'reservation.lookup',
      { result: [booked], status: 'success', meta: { page: { total_count: '2' } } },
      200,
    ],
    ['a list that is not complete', 'reservation.lookup', { result: [], status: 'success', complete: false }, 200],
    ['a part of a list', 'reservation.lookup', { result: [], status: 'success', partial: true }, 200],
    [
      'a list that goes on',
      'reservation.lookup',
      { result: [], status: 'success', pagination: { hasMore: true } },
      200,
    ],
    ['a list with another page', 'reservation.lookup', { result: [], status: 'success', nextCursor: 'abc' }, 200],
    ['null for what was searched', 'property.search', says('success', { content: null }), 200],
  ])('%s proves nothing', (_, key, body, status) => {
    const { fate, code, words } = judged(key, body, status)
    expect([fate, code]).toEqual(['absent', 'ANSWER_UNKNOWN'])
    expect(words).toContain('No usable answer')
  })

  it.each<[string, EndpointKey | undefined, unknown, number]>([
    ['no units', 'unit.list', says('success', page), 200],
    ['no units, bare', 'unit.list', [], 200],
    ['no rooms', 'room.list', { success: true, rooms: [] }, 200],
    ['a record in a state, without an envelope', 'reservation.lookup', { ...booked, status: 'pending' }, 200],
    ['a reservation', 'reservation.lookup', says('ok', [booked]), 200],
    [
      'all of a list',
      'reservation.lookup',
      {
        result: [booked],
        status: 'success',
        totalElements: 1,
        count: 1,
        complete: true,
        hasMore: false,
        nextCursor: null,
        total: { price: '236.00' },
      },
      200,
    ],
    ['a page without a word', 'unit.list', page, 200],
    [
      'a token under a label of its own',
      'auth.login',
      { ...(endpointOf('auth.login').example.result as object), status: 'AUTHENTICATED' },
      200,
    ],
    ['a record that nobody knows, in a state of its own', undefined, { id: 7, status: 'queued' }, 200],
  ])('%s is what it says', (_, key, body, status) => {
    expect(judged(key, body, status)).toMatchObject({ fate: 'done' })
  })

  it('an empty list of reservations is "not found", and a label that the overlay names is success', () => {
    expect(judged('reservation.lookup', says('success'))).toMatchObject({ code: 'NOT_FOUND' })
    expect(judged('unit.list', says('COMPLETA', page))).toMatchObject({
      code: 'ANSWER_UNKNOWN',
      next: expect.stringContaining('successLabels') as string,
    })
    expect(judged('unit.list', says('COMPLETA', page), 200, ['COMPLETA'])).toMatchObject({ fate: 'done' })
  })
})
