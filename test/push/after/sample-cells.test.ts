import { describe, expect, it } from 'vitest'
import { sampleCells, upperShare } from '../../../src/push/after/sample-cells.js'
import { sendRun } from '../../../src/push/send/send-run.js'
import { Grid, plan, row, withMemoryJournal } from '../support.js'

/** A plain generator of random numbers, so that the test says the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 0x8000_0000
  }
}

describe('a sample of what a run set', () => {
  it('draws acknowledged nights to come, each once, each about as often as any other', () =>
    withMemoryJournal(async (journal) => {
      const grid = new Grid()
      grid.isGuilty = ({ room_id: room }) => room === 102
      const rows = ['101', '102', '103'].map((room, at) =>
        row(at + 2, { room, from: 100, until: 130, fields: { price: '90.00' } }),
      )
      const { runId = 0 } = await plan(journal, rows)
      await sendRun({ journal, runId, send: grid.send, concurrency: 1 })
      const random = randomFrom(7)
      const hits = new Map<string, number>()
      for (let round = 0; round < 400; round += 1) {
        const { population, cells } = sampleCells(journal, runId, 10, 110, random)
        expect([population, cells.length, new Set(cells.map(({ room, night }) => `${room} ${night}`)).size]).toEqual([
          40, 10, 10,
        ])
        for (const { room, night } of cells) hits.set(`${room} ${night}`, (hits.get(`${room} ${night}`) ?? 0) + 1)
      }
      expect([hits.size, [...hits.keys()].every((key) => key.startsWith('101 ') || key.startsWith('103 '))]).toEqual([
        40,
        true,
      ])
      // 100 each are expected; five standard deviations are about 43.
      for (const found of hits.values()) expect(Math.abs(found - 100)).toBeLessThan(45)
      expect(sampleCells(journal, runId, 1000, 0, random).cells.length).toBe(60)
    }))

  it('bounds the true share: exact where nothing was found, and right about as often as it says', () => {
    expect(upperShare(0, 50)).toBeCloseTo(1 - 0.05 ** (1 / 50), 10)
    expect([upperShare(0, 0), upperShare(5, 5)]).toEqual([1, 1])
    const random = randomFrom(11)
    let right = 0
    for (let round = 0; round < 1000; round += 1) {
      let found = 0
      for (let at = 0; at < 60; at += 1) if (random() < 0.1) found += 1
      if (upperShare(found, 60) >= 0.1) right += 1
    }
    expect(right).toBeGreaterThan(935)
  })
})
