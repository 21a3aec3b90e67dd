import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { describe, expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, which runs before the build
import { seldomOptimized } from '../../bin/part-of-undici.js'
import { ROOT } from '../support/cli.js'

/** What Node has of it; the types know no values. */
const { Instance, Module } = Reflect.get(globalThis, 'WebAssembly') as {
  Instance: new (module: object) => { exports: { run: (to: number) => number } }
  Module: new () => object
}
type Way = Record<'execArgv' | 'env' | 'versions', unknown>
const FILE = path.join(ROOT, 'bin/seldom-optimized.cjs')
const { compileSeldomOptimized } = createRequire(import.meta.url)(FILE) as {
  compileSeldomOptimized: (bytes: Uint8Array, way?: Way) => object
}
/** A function that counts to its argument. */
const COUNTS = Buffer.from(
  '0061736d0100000001060160017f017f030201000707010372756e00000a17011501017f0340200141016a2201200048' + '0d000b20010b',
  'hex',
)
const usual: Way = { execArgv: [], env: {}, versions: process.versions }

/** What a start of Node says. */
const node = (...args: string[]): string =>
  execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } })

/** Compiles in a start of its own, counts to 5,000,000, and says what V8 has compiled. */
const counted = (way: string): string =>
  node(
    '--trace-wasm-compilation-times',
    '-e',
    `const { compileSeldomOptimized } = require(${JSON.stringify(FILE)});
    const { exports } = new WebAssembly.Instance(compileSeldomOptimized(Buffer.from('${COUNTS.toString('hex')}', 'hex')${way}));
    for (let i = 0; i < 5000; i += 1) exports.run(1000);
    setTimeout(() => undefined, 100)`,
  )

describe('the parser of answers', () => {
  it('is not optimized at once', () => {
    expect(counted(', { execArgv: [], env: {}, versions: { v8: "0" } }')).toMatch(/turbofan/i)
    const said = counted('')
    expect(said).toMatch(/liftoff/i)
    expect(said).not.toMatch(/turbofan/i)
  })

  it('leaves the flags of V8 as they were, which kept code is held against', () => {
    const before = cachedDataVersionTag()
    const { exports } = new Instance(compileSeldomOptimized(COUNTS, usual))
    expect(exports.run(7)).toBe(7)
    expect(cachedDataVersionTag()).toBe(before)
  })

  it('puts back what this V8 takes without the flag', () => {
    const budget = Number(/--wasm-tiering-budget=(\d+)/.exec(node('--v8-options'))?.[1])
    const digits = String(budget).replaceAll(/\B(?=(?:\d{3})+$)/g, '_')
    expect(readFileSync(FILE, 'utf8')).toContain(`${Number.parseInt(process.versions.v8, 10)}: ${digits}`)
  })

  it('is compiled as ever where the budget is chosen, or by a V8 that is not known', () => {
    const before = cachedDataVersionTag()
    for (const way of [
      { ...usual, execArgv: ['--wasm-tiering-budget=5'] },
      { ...usual, env: { NODE_OPTIONS: '--wasm_tiering_budget=5' } },
      { ...usual, versions: { v8: '99.1' } },
    ])
      expect(compileSeldomOptimized(COUNTS, way)).toBeInstanceOf(Module)
    expect(cachedDataVersionTag()).toBe(before)
  })

  it('is refused by the build where the HTTP library would compile it otherwise', () => {
    const change = seldomOptimized as (text: string) => string
    const file = path.join(ROOT, 'node_modules/undici/lib/dispatcher/client-h1.js')
    expect(change(readFileSync(file, 'utf8'))).not.toContain('new WebAssembly.Module')
    expect(() => change('WebAssembly.compile(bytes)')).toThrow('in another way')
  })
})
