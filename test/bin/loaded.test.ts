import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/cli.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-loaded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const told = path.join(folder, 'told.json')
const watch = path.join(folder, 'watch.cjs')
writeFileSync(
  watch,
  `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.moduleLoadList)))`,
)
const rates = path.join(folder, 'rates.csv')
writeFileSync(rates, 'hotel_code,room_id,rate_plan_id,date,price\n')

/** Parts of Node that a start loads. */
function parts(...args: string[]): Set<string> {
  try {
    execFileSync(process.execPath, ['--require', watch, ...args], {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], HOME: folder, HUBSWITCH_DATA_DIR: path.join(folder, 'data') },
    })
  } catch {
    // Some commands are refused.
  }
  return new Set(JSON.parse(readFileSync(told, 'utf8')) as string[])
}

/** Those that take a millisecond and more; of these an empty start of some releases has loaded one. */
const DEAR = 'child_process crypto dns fs/promises http internal/modules/esm/resolve net tls v8 worker_threads'
const atAnyRate = parts('-e', '0')

function dearParts(...args: string[]): string[] {
  const loaded = parts(path.join(ROOT, 'bin/run.cjs'), ...args)
  return DEAR.split(' ').filter((name) => loaded.has(`NativeModule ${name}`) && !atAnyRate.has(`NativeModule ${name}`))
}

describe('parts of Node', () => {
  it.each([
    ['profile list', []],
    ['auth status', []],
    [`rates push ${rates} --dry-run`, []],
    [`inventory push ${rates} --dry-run`, []],
    [`resnotif preview ${path.join(ROOT, 'samples/reservation.yaml')}`, ['crypto']],
  ])('are loaded by a command that uses them: %s', (line, dear) => {
    expect(dearParts(...line.split(' '))).toEqual(dear)
  })
})
