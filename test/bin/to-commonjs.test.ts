import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, which runs before the build
import { askedForWhenUsed, inPlainOrder } from '../../bin/asked-for-when-used.js'
// @ts-expect-error plain JavaScript, which runs before the build
import { allToCommonJs, refuseEarly, toCommonJs } from '../../bin/to-commonjs.js'
import { ROOT } from '../support/cli.js'

interface Chunk {
  text: string
  requires: string[]
  lateExports: string[]
  taken: [string, string][]
}
const chunkOf = toCommonJs as (id: string, text: string) => Chunk

/** Runs modules as chunks; what was loaded, in order. */
function run(modules: Record<string, string>): { exports: Record<string, unknown>; order: string[] } {
  const order: string[] = []
  const loaded = new Map<string, Record<string, unknown>>()
  const chunks = (allToCommonJs as (texts: [string, string][]) => Map<string, Chunk>)(Object.entries(modules))
  ;(refuseEarly as (all: typeof chunks) => void)(chunks)
  const load = (name: string): Record<string, unknown> => {
    const id = name.replace('#', '')
    const known = loaded.get(id)
    if (known !== undefined) return known
    order.push(id)
    const exported = {}
    loaded.set(id, exported)
    // eslint-disable-next-line no-eval
    const body = (0, eval)((chunks.get(id) as Chunk).text) as (...args: unknown[]) => void
    body(exported, load, async (other: string) => load(other), 'file:///main.js')
    return exported
  }
  return { exports: load('main'), order }
}

describe('a chunk as CommonJS', () => {
  it('loads what it imports when it is used for the first time', () => {
    const { exports, order } = run({
      main: 'import{a as b,c}from"./x.js";import{d}from"./y.js";function f(){return b()+c}function g(){return d}export{f,g}',
      x: 'function a(){return 1}var c=2;export{a,c}',
      y: 'var d=3;export{d}',
    })
    expect(order).toEqual(['main'])
    expect((exports['f'] as () => number)()).toBe(3)
    expect(order).toEqual(['main', 'x'])
    expect((exports['g'] as () => number)()).toBe(3)
  })

  it('takes a package in the same chunk when it is used for the first time', () => {
    const { exports } = run({
      main: `import{log}from"./x.js";var __toESM=(all)=>(log.push("taken"),{...all});var require_a=()=>({n:1});
        var before=1,import_a=__toESM(require_a(),1),after=before+1,import_b=__toESM(require_a());var import_c=__toESM(require_a());
        function f(){return import_a.n+after}function g(){let import_a={n:7};return{import_b,n:import_a.n}}export{f,g,import_c as c,log}`,
      x: 'var log=[];export{log}',
    })
    const { f, g, log } = exports as { f: () => number; g: () => unknown; log: string[] }
    expect(log).toEqual([])
    expect([f(), f()]).toEqual([3, 3])
    expect(log).toEqual(['taken'])
    expect(g()).toEqual({ import_b: { n: 1 }, n: 7 })
    expect(exports['c']).toEqual({ n: 1 })
    expect(log).toEqual(['taken', 'taken', 'taken'])
  })

  it('makes a value that takes calls when it is used for the first time, and no other with it', () => {
    const { exports, order } = run({
      main: `import{a,b,log,of,plain,direct}from"./x.js";var own=of("own"),wrapped={own,n:1},alias=own,listed=[of("listed")],seen=[];
        function f(){return b()}function g(){return[alias,wrapped.own,own]}function h(){let own="hidden";return{own}}function i(){return plain+direct.length}
        export{f,g,h,i,log,listed,a}`,
      x: `var log=[],of=name=>(log.push(name),()=>name),a=of("a"),b=of("b"),direct=[1,2],plain=40+2,both=()=>[a(),c(),new Late("x").n],c=of("c");
        class Late{constructor(n){this.n=n}}export{a,b,log,of,plain,direct,both}`,
    })
    const { f, g, h, i, log } = exports as Record<'f' | 'g' | 'h' | 'i', () => unknown> & { log: string[] }
    expect(order).toEqual(['main', 'x'])
    expect([i(), log]).toEqual([44, []])
    expect([f(), f(), log]).toEqual(['b', 'b', ['b']])
    expect(h()).toEqual({ own: 'hidden' })
    expect(new Set(g() as unknown[]).size).toBe(1)
    expect(log).toEqual(['b', 'own'])
    expect((exports['listed'] as (() => string)[])[0]?.()).toBe('listed')
    expect((exports['a'] as () => string)()).toBe('a')
    expect(log).toEqual(['b', 'own', 'listed', 'a'])
  })

  it('makes a pattern of letters when it is used for the first time', () => {
    const { exports } = run({
      main: String.raw`var letters=/^\p{L}+$/u,sticky=/\p{L}/guy,f=text=>letters.test(text),g=text=>{sticky.lastIndex=1;return sticky.exec(text)?.[0]};export{f,g,letters}`,
    })
    const { f, g, letters } = exports as { f: (text: string) => boolean; g: (text: string) => unknown; letters: RegExp }
    expect([f('é'), f('1'), g('1é'), g('é1')]).toEqual([true, false, 'é', undefined])
    expect(letters).toBe(exports['letters'])
    expect(chunkOf('main', String.raw`var a=/^\p{L}$/u,b=/^[a-z]$/;export{a,b}`).text).toMatch(
      /function \$late0\(\)\{a=\/.*\/u\}.*var b=/,
    )
  })

  it('makes at once what is of that moment, and what is given another value', () => {
    const { exports } = run({
      main: `var begun=Date.now(),at=begun,count=Number("1");count+=1;const both={count};function f(){return[typeof begun,count,both.count]}export{f,count,at}`,
    })
    expect((exports['f'] as () => unknown)()).toEqual(['number', 2, 2])
    expect(exports['count']).toBe(2)
  })

  it('holds ASCII alone, and patterns mean what they meant', () => {
    const text =
      "/*! © */var tests=[/^[’·]+$/u.test('\\u2019\\xb7'),/\\’\\\\ł/.test('\\u2019\\\\\\u0142'),/[a-ü]/v.test('\\xe4')];export{tests}"
    expect(chunkOf('main', text).text).not.toMatch(/[\u0080-\uffff]/)
    expect(run({ main: text }).exports['tests']).toEqual([true, true, true])
  })

  it('tells a name from what hides it', () => {
    const { exports } = run({
      main: `import{a,b,c,k}from"./x.js";
        const list=[({a})=>a,function(){let b="own";return b},()=>{try{throw"own"}catch(c){return c}},()=>{for(const k of["own"])return k},
          ()=>{switch(1){case 1:{}let a="own";return a}},()=>{var f=function a(){return typeof a};return f()},()=>({a,b}).a,()=>({a:1,b}).b,()=>[{a:7}][0].a,
          ()=>{class K{a(){return a}b=b}let k=new K;return k.a()+k.b},()=>\`\${a}\`,(x=a)=>x,()=>{const{z=b}={};return z}];
        var all=list.map(f=>f({a:"given"}));export{all}`,
      x: 'var a="A",b="B",c="C",k="K";export{a,b,c,k}',
    })
    expect(exports['all']).toEqual([
      'given',
      'own',
      'own',
      'own',
      'own',
      'function',
      'A',
      'B',
      7,
      'AB',
      'A',
      { a: 'given' },
      'B',
    ])
  })

  it('hands on, constructs, inherits and imports at run time as a module does', async () => {
    const { exports } = run({
      main: `import fs,{readFileSync as r}from"node:fs";import{K}from"./x.js";export{K};
        class L extends K{}var made=()=>new L().say()+(fs.readFileSync===r),later=()=>import("./y.js"),here=()=>import.meta.url;export{made,later,here}`,
      x: 'class K{say(){return "K"}}export{K}',
      y: 'var value;function set(){value=5}export{value,set};export default 4;',
    })
    // Built-in modules come through the same door.
    const { later, here, K } = exports as {
      later: () => Promise<Record<string, unknown>>
      here: () => string
      K: unknown
    }
    expect(typeof K).toBe('function')
    expect(here()).toBe('file:///main.js')
    const y = await later()
    expect(y['default']).toBe(4)
    expect(y['value']).toBeUndefined()
    ;(y['set'] as () => void)()
    expect(y['value']).toBe(5)
  })

  it('refuses what would be taken too early', () => {
    expect(() => run({ main: 'import{v}from"./x.js";export{v}', x: 'var v;function s(){v=1}export{v,s}' })).toThrow(
      'gives "v" its value later',
    )
    expect(() =>
      run({ main: 'import{a}from"./x.js";var b=1;export{b,a}', x: 'import{b}from"./main.js";var a=b;export{a}' }),
    ).toThrow('in a circle')
  })
})

describe('the framework', () => {
  it('orders ids of the framework by their codes, which is the order that languages have for them', () => {
    const framework = readFileSync(path.join(ROOT, 'node_modules/@oclif/core/lib/config/plugin.js'), 'utf8')
    const text = (inPlainOrder as (text: string) => string)(framework)
    expect(framework).toContain('localeCompare')
    expect(text).not.toContain('localeCompare')
    const { commands } = JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
      commands: object
    }
    const ids = Object.keys(commands)
    expect(ids.toSorted((a, b) => (a < b ? -1 : Number(a > b)))).toEqual(ids.toSorted((a, b) => a.localeCompare(b)))
  })

  it('asks for its own files when they are used', () => {
    const text = (askedForWhenUsed as (text: string) => string)(
      'const cache_1 = __importDefault(require("./cache"));\nconst a_1 = require("./a");\nexports.Args = __importStar(require("./args"));\nconst x = new cache_1.default((0, a_1.f)());\n',
    )
    expect(text.split('\n')[3]).toBe('const x = new (cache_1()).default((0, a_1().f)());')
    expect(text).toContain('get: () => (_Args ??= __importStar(require("./args")))')
    expect(text.split('\n')).toHaveLength(5)
  })

  it('and the client ask the HTTP library for nothing but the part that is built in', () => {
    const part = readFileSync(path.join(ROOT, 'bin/part-of-undici.js'), 'utf8')
    const there = [...part.matchAll(/^ {2}(\w+): \{ enumerable/gm)].map(([, name]) => name)
    const folder = path.join(ROOT, 'src')
    const used = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [
        ...readFileSync(path.join(folder, file), 'utf8').matchAll(/import \{([^}]*)\} from 'undici'/g),
      ])
      .flatMap(([, list = '']) => list.split(','))
      .map((name) => name.trim())
      .filter((name) => !name.startsWith('type '))
    expect(used.length).toBeGreaterThan(2)
    expect(there).toEqual(expect.arrayContaining(used))
  })
})
