import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { hasEnded, markOf } from '../src/is-alive.js'

const own = markOf(process.pid)
const [where = '', , start = ''] = own.split(':')

describe('the mark of a process', () => {
  it('is one word, and says nothing has ended while it runs', () => {
    expect(own).toMatch(/^\S+$/)
    expect(hasEnded(own)).toBe(false)
  })

  it('tells one that has ended', () => {
    expect(hasEnded(markOf(spawnSync(process.execPath, ['-e', '']).pid))).toBe(true)
  })

  it.runIf(process.platform === 'linux')('tells one whose number another process has by now', () => {
    expect(start).toMatch(/^\d+$/)
    expect(hasEnded(`${where}:${process.pid}:${Number(start) + 1}`)).toBe(true)
    expect(hasEnded(`${where}:${process.pid}:`)).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'tells one that has ended although its parent has not asked for its end',
    async () => {
      const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
      try {
        const [line] = (await once(parent.stdout, 'data')) as [Buffer]
        const mark = markOf(Number(String(line)))
        for (let tries = 0; tries < 500 && !hasEnded(mark); tries++) await new Promise((go) => setTimeout(go, 20))
        expect(hasEnded(mark)).toBe(true)
      } finally {
        parent.kill('SIGKILL')
      }
    },
  )

  it.each(['', 'other~machine:1:2', `${where}:0:1`, `${where}:-1:1`, `${where}:x:1`, `${where}`])(
    'does not guess of what ran elsewhere, or names no process: %j',
    (mark) => {
      expect(hasEnded(mark)).toBe(false)
    },
  )
})
