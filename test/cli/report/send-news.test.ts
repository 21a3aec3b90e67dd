import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ProgressText } from '../../../src/cli/report/progress-text.js'
import { NewsTeller } from '../../../src/cli/report/send-news.js'
import { resolveSettings, type SettingFlags } from '../../../src/config/index.js'
import RatesPush from '../../../src/commands/rates/push.js'
import { json } from '../../client/scripted-server.js'
import { ACCEPTED, startRecorder } from '../../support/recorder.js'

function telling(flags: SettingFlags): { lines: string[]; news: NewsTeller } {
  const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-news-'))
  try {
    const lines: string[] = []
    const settings = resolveSettings({
      flags: { baseUrl: 'http://127.0.0.1:9', ...flags },
      env: {},
      configDir: folder,
      dataDir: folder,
    })
    return { lines, news: new NewsTeller(settings, (line) => lines.push(line)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('what a run waits for', () => {
  it('of its own pace is told once, with the time and the flag that sets it', () => {
    const { lines, news } = telling({})
    news.tell({ kind: 'own-pace', hotel: '7', ms: 900, perMinute: 10 })
    expect(lines).toEqual([])
    expect(news.waiting(Date.now())).toBe('; waiting 1 s to keep to 10 requests a minute for each hotel')
    news.tell({ kind: 'own-pace', hotel: '7', ms: 5600, perMinute: 10 })
    news.tell({ kind: 'own-pace', hotel: '8', ms: 5600, perMinute: 11 })
    expect(lines).toEqual([
      'Waiting 6 s for hotel 7: hubswitch keeps to 10 requests a minute for each hotel until this service has shown that it takes more. Set the pace with --rate, such as --rate 5.',
    ])
    expect(news.waiting(Date.now() + 10_000)).toBe('')
  })

  it('after refusals or failures names them, advises no --rate, and quotes no pace that explains nothing', () => {
    for (const [because, perMinute, reason] of [
      ['refusals', 375, 'the service has put off requests of this hotel (429)'],
      ['failures', 60_000_000, 'requests of this hotel failed'],
      ['start', 60_000_000, 'ahead of its pace'],
    ] as const) {
      const { lines, news } = telling({})
      news.tell({ kind: 'own-pace', hotel: '7', ms: 6000, perMinute, because })
      expect(lines).toEqual([expect.stringContaining(`Waiting 6 s for hotel 7: `)])
      expect(lines[0]).toContain(reason)
      expect(lines[0] + news.waiting(Date.now())).not.toMatch(/375|60000000|such as --rate/)
    }
  })

  it('of a pace that was set is no news', () => {
    const { lines, news } = telling({ writesPerMinute: 6 })
    news.tell({ kind: 'own-pace', hotel: '7', ms: 9000, perMinute: 6 })
    expect(lines).toEqual([])
  })

  it('because the service asked for it names each hotel once', () => {
    const { lines, news } = telling({})
    for (const hotel of ['7', '8', '7']) news.tell({ kind: 'asked', hotel, ms: 8000 })
    news.tell({ kind: 'asked', hotel: '9', ms: 900 })
    expect(lines).toEqual([
      'Waiting 8 s for hotel 7, as the service asked (Retry-After).',
      'Waiting 8 s for hotel 8, as the service asked (Retry-After).',
    ])
    expect(news.waiting(Date.now())).toBe('; waiting 1 s for hotel 9, as the service asked')
  })

  it('is told of the hotel that a service holds back, while others are sent', async () => {
    const service = await startRecorder()
    try {
      const file = service.put(
        'a.csv',
        `hotel_code,room_id,date,price\n${[1, 2, 3].map((hotel) => `100000${hotel},101,2040-01-01,100.00\n`).join('')}`,
      )
      let isHeld = false
      service.answer = ({ hotel }) => {
        if (hotel !== '1000002' || isHeld) return ACCEPTED
        isHeld = true
        return json(429, {}, { 'retry-after': '4' })
      }
      const { code, stderr } = await service.run(RatesPush, file, '--yes')
      expect([code, stderr.match(/Waiting .*/g)]).toEqual([
        0,
        ['Waiting 4 s for hotel 1000002, as the service asked (Retry-After).'],
      ])
    } finally {
      await service.remove()
    }
  })

  it('before another try names the hotels', () => {
    const { lines, news } = telling({})
    news.tell({ kind: 'last-round', hotels: ['7'], ms: 1000 })
    news.tell({ kind: 'last-round', hotels: ['7', '8'], ms: 2000 })
    expect(lines).toEqual([
      'Requests for hotel 7 failed while others were answered. Trying again in 1 s.',
      'Requests for 2 hotels failed while others were answered. Trying again in 2 s.',
    ])
  })
})

describe('the progress of a run', () => {
  const at = (acknowledged: number, rejected = 0) => ({
    requests: 0,
    batches: { planned: 150, acknowledged, rejected, left: 150 - acknowledged - rejected, unanswered: 0 },
    nights: {
      planned: 1500,
      acknowledged: 10 * acknowledged,
      rejected,
      left: 1500 - 10 * acknowledged - rejected,
      unanswered: 0,
    },
  })

  it('shows the rate of the last requests, the time left and the nights by state', () => {
    const words = new ProgressText()
    expect(words.text(at(0), 0)).toBe('0 of 150 requests')
    expect(words.text(at(4), 500)).toBe('4 of 150 requests; 40 nights acknowledged')
    expect(words.text(at(30), 10_000)).toBe(
      '30 of 150 requests, 3.0 a second, about 40 s left; 300 nights acknowledged',
    )
    // Ten times as fast since: the beginning is forgotten.
    expect(words.text(at(60, 2), 11_000)).toBe(
      '62 of 150 requests, 5.6 a second, about 16 s left; 600 nights acknowledged, 2 refused',
    )
    expect(words.text(at(148, 2), 30_000)).toContain('150 of 150')
  })

  it('names what is waited for before the nights, so that a narrow terminal shows it', () => {
    const { batches, nights, requests } = at(4)
    const state = { requests, batches, nights: { ...nights, unanswered: 31 } }
    expect(new ProgressText().text(state, 0, '; waiting 6 s for the service')).toBe(
      '4 of 150 requests; waiting 6 s for the service; 40 nights acknowledged, 31 without a usable answer',
    )
  })
})

describe('a second push within seconds', () => {
  it('of the same hotel is not held up by the careful start of the first', async () => {
    const service = await startRecorder()
    delete service.env['HUBSWITCH_WRITES_PER_MINUTE']
    try {
      for (const price of ['90.00', '91.00', '92.00']) {
        const { code, stderr } = await service.run(
          RatesPush,
          service.put('a.csv', `hotel_code,room_id,date,price\n1000001,101,2040-01-01,${price}\n`),
          '--yes',
        )
        expect([code, stderr]).toEqual([0, expect.not.stringContaining('Waiting') as string])
      }
    } finally {
      await service.remove()
    }
  })
})
