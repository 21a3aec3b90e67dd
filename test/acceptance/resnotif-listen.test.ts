import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freshMachine, ROOT } from '../support/cli.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-listen-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const message = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')

/** A port that nobody has a moment later. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('resnotif listen as a process', () => {
  it(
    'says where it listens, shows each message as one line of JSON, ends after --count',
    { timeout: 60_000 },
    async () => {
      const machine = await freshMachine()
      try {
        const { ended, seen } = machine.start([
          'resnotif',
          'listen',
          '--port',
          '0',
          '--count',
          '2',
          '--json',
          '--save',
          path.join(folder, 'kept'),
        ])
        const url = await seen(/Listening at (http:\/\/127\.0\.0\.1:\d+\/) as a strict PMS/)
        const post = async (headers: Record<string, string> = {}): Promise<number> =>
          (await fetch(url, { method: 'POST', body: message, headers })).status
        expect([await post(), await post({ 'content-encoding': 'gzip' }), await post()]).toEqual([200, 415, 200])
        const { code, stdout } = await ended
        expect(code).toBe(0)
        const lines = stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>)
        expect(lines).toMatchObject([
          {
            id: 'HS-20270701-1',
            resStatus: 'Commit',
            status: 200,
            outcome: 'taken',
            errors: 0,
            findings: [],
            guests: [{ product: '101-501', unit: 1, groupEventCode: '1' }, { unit: 2 }, { product: '102-501' }, {}],
          },
          {
            method: 'POST',
            path: '/',
            status: 415,
            outcome: 'turned away',
            errors: null,
            notLinted: expect.stringContaining('Content-Encoding') as string,
          },
          { outcome: 'known already' },
        ])
        expect(readFileSync(String(lines[0]?.['savedAs']), 'utf8')).toBe(message)
      } finally {
        await machine.remove()
      }
    },
  )

  it('ends at Ctrl-C with exit 0, and shows a table to a person', { timeout: 60_000 }, async () => {
    const machine = await freshMachine()
    try {
      const { ended, seen, kill } = machine.start(['resnotif', 'listen', '--port', '0', '--persona', 'lenient'])
      const url = await seen(/Listening at (http:\/\/\S+\/)/)
      await fetch(url, { method: 'POST', body: readFileSync(path.join(ROOT, 'samples/notification-wrong.xml')) })
      await seen(/GroupEventCode {2}code should be {2}line\n/)
      await fetch(`${url}look?key=of-nobody`)
      await seen(/GET {2}\/look {2}hotel=- {2}HTTP 405 {2}\d+ ms\n/)
      kill('SIGINT')
      const { code, stdout } = await ended
      expect(code).toBe(0)
      expect(stdout).toMatch(
        /POST {2}\/ {2}hotel=1000001 {2}HTTP 200 {2}\d+ ms {2}HS-20270701-1 {2}Commit {2}taken {2}1 finding\n {2}69:82 {2}error {2}counter-across-products/,
      )
      expect(stdout).toMatch(/102-501\s+1\s+Grace Hopper\s+1-102-501\s+3\s+1\s+69\n/)
    } finally {
      await machine.remove()
    }
  })
})

describe('resnotif listen --quiet', () => {
  it('shows no request', { timeout: 60_000 }, async () => {
    const machine = await freshMachine()
    try {
      const port = String(await freePort())
      const { ended, kill } = machine.start(['resnotif', 'listen', '--port', port, '--quiet'])
      const url = `http://127.0.0.1:${port}/`
      const body = readFileSync(path.join(ROOT, 'samples/notification.xml'))
      while ((await fetch(url, { method: 'POST', body }).catch(() => undefined))?.status !== 200)
        await new Promise((resolve) => setTimeout(resolve, 20))
      kill('SIGINT')
      const { code, stdout, stderr } = await ended
      expect([code, stdout, stderr]).toEqual([0, '', ''])
    } finally {
      await machine.remove()
    }
  })
})

describe('resnotif preview on a terminal that has colours', () => {
  it('paints each product in its own colour, and none with NO_COLOR', { timeout: 60_000 }, async () => {
    const machine = await freshMachine()
    try {
      const args = ['resnotif', 'preview', 'samples/reservation.yaml', '--output', 'table']
      const painted = (await machine.run(args, { env: { FORCE_COLOR: '1', NO_COLOR: '' } })).stdout.split('\n')
      const colours = painted
        .slice(1, 5)
        .map((line) => (line.startsWith('\u001b[') ? line.slice(2).split('m')[0] : undefined))
      expect(colours[0]).toMatch(/^\d+$/)
      expect(colours).toEqual([colours[0], colours[0], colours[2], colours[2]])
      expect(colours[0]).not.toBe(colours[2])
      expect((await machine.run(args)).stdout).not.toContain('\u001b')
    } finally {
      await machine.remove()
    }
  })
})
