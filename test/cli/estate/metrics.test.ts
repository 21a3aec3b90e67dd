import { describe, expect, it } from 'vitest'
import { metricsText, serveMetrics } from '../../../src/cli/estate/metrics.js'

const worker = {
  id: '1f3a9c02',
  counts: { requests: 12, acknowledged: 9, refused: 2, throttled: 1, failed: 0 },
  atWork: 3,
}

describe('metrics of a worker', () => {
  it('are lines that Prometheus reads: help, type, value', () => {
    const lines = metricsText(worker).split('\n')
    expect(lines).toContain('hubswitch_requests_total{worker="1f3a9c02"} 12')
    expect(lines).toContain('hubswitch_hotels_in_flight{worker="1f3a9c02"} 3')
    expect(lines.at(-1)).toBe('')
    for (const line of lines.slice(0, -1))
      expect(line).toMatch(/^(?:# HELP \w+ \S.*|# TYPE \w+ (?:counter|gauge)|\w+\{worker="[0-9a-f]+"\} \d+)$/)
  })

  it('are served on loopback, at one path', async () => {
    const metrics = await serveMetrics(0, worker)
    try {
      expect(metrics.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
      const answer = await fetch(metrics.url)
      expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      expect(await answer.text()).toBe(metricsText(worker))
      expect((await fetch(metrics.url.replace('/metrics', '/'))).status).toBe(404)
      await expect(serveMetrics(Number(new URL(metrics.url).port), worker)).rejects.toMatchObject({ code: 'USAGE' })
    } finally {
      metrics.close()
    }
  })
})
