import { describe, expect, it } from 'vitest'
import { ENVELOPE_NAMES, openEnvelope } from '../../../src/contract/schema/envelope.js'

const RESERVATION = new Set(['bookingId', 'status', 'rooms'])

describe('openEnvelope', () => {
  it('takes the envelope of /api/v1 apart', () => {
    expect(openEnvelope({ result: { id: 1 }, status: 'OK', message: 'done', executionTime: '3' })).toEqual({
      hasEnvelope: true,
      result: { id: 1 },
      label: 'OK',
      message: 'done',
      details: [],
    })
    expect(
      openEnvelope({ result: null, status: 'fail', message: 'no', errors: [{ field: 'name', message: 'is missing' }] }),
    ).toEqual({
      hasEnvelope: true,
      result: null,
      label: 'fail',
      message: 'no',
      details: [{ field: 'name', message: 'is missing' }],
    })
  })

  it('takes the envelope of /v1 apart: what is left is the payload', () => {
    expect(
      openEnvelope({ success: true, error: null, hotel_code: 1, rooms: [], processing_times: { total: 1 } }),
    ).toEqual({
      hasEnvelope: true,
      result: { hotel_code: 1, rooms: [] },
      success: true,
      error: null,
      details: [],
    })
    const error = {
      code: 'INVALID_ROOM',
      message: 'no such room',
      details: [{ field: 'availabilities[3].room_id', message: 'unknown' }],
    }
    expect(openEnvelope({ success: 'false', error })).toMatchObject({
      result: undefined,
      success: 'false',
      error,
      message: 'no such room',
      code: 'INVALID_ROOM',
      details: error.details,
    })
  })

  it('takes a body without envelope for the payload, its status included', () => {
    const record = { bookingId: '900001', status: 'rejected', rooms: [] }
    expect(openEnvelope(record, ENVELOPE_NAMES, RESERVATION)).toEqual({
      hasEnvelope: false,
      result: record,
      details: [],
    })
    for (const bare of [[{ id: 1 }], 12, 'text', null, undefined])
      expect(openEnvelope(bare)).toEqual({ hasEnvelope: false, result: bare, details: [] })
  })

  it('is not misled by a key that belongs to neither', () => {
    expect(openEnvelope({ status: 'fail', message: 'no', requestId: 'r1' }, ENVELOPE_NAMES, RESERVATION)).toEqual({
      hasEnvelope: true,
      result: undefined,
      label: 'fail',
      message: 'no',
      details: [],
    })
    expect(openEnvelope({ 'ratings.4': 3, status: 'success', executionTime: 1 })).toEqual({
      hasEnvelope: false,
      result: { 'ratings.4': 3 },
      label: 'success',
      isLabelDoubtful: true,
      details: [],
    })
  })

  it('has the words of an error where the message only says OK', () => {
    for (const error of ['closed', ['closed'], { code: 'closed' }])
      expect(openEnvelope({ success: false, message: 'OK', error }).message).toBe('closed')
  })

  it('reads other keys where they are named, inside objects too', () => {
    const names = {
      ...ENVELOPE_NAMES,
      result: ['payload.items'],
      status: ['meta.state'],
      message: ['meta.text'],
      error: ['fault'],
      details: ['fault.list'],
    }
    expect(openEnvelope({ payload: { items: [1] }, meta: { state: 'DONE', text: 'fine' } }, names)).toEqual({
      hasEnvelope: true,
      result: [1],
      label: 'DONE',
      message: 'fine',
      details: [],
    })
    expect(
      openEnvelope({ meta: { state: 'KO' }, fault: { list: { name: ['is missing', 'is short'] } } }, names),
    ).toMatchObject({
      label: 'KO',
      result: undefined,
      details: [
        { field: 'name', message: 'is missing' },
        { field: 'name', message: 'is short' },
      ],
    })
  })
})
