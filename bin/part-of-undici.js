// A plugin of the build: of the HTTP library only what the client uses. Its entry loads mocks, caches, cookies and a second `fetch` with every start.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

const folder = path.dirname(createRequire(import.meta.url).resolve('undici/package.json'))

/** What stands in its place: the names that src/client takes, each loaded when it is used. Another name would be undefined: test/bin/to-commonjs.test.ts. */
const PART = `
const Dispatcher = require('./lib/dispatcher/dispatcher.js')
Object.assign(Dispatcher.prototype, require('./lib/api'))
Object.defineProperties(exports, {
  Agent: { enumerable: true, get: () => require('./lib/dispatcher/agent.js') },
  EnvHttpProxyAgent: { enumerable: true, get: () => require('./lib/dispatcher/env-http-proxy-agent.js') },
  errors: { enumerable: true, get: () => require('./lib/core/errors.js') },
})
`

/** No connection asks for HTTP/2, whose part of Node takes 5 ms to load. */
const NO_HTTP_2 = `module.exports = () => { throw new Error('HTTP/2 was not asked for') }
`

const COMPILED = /\bnew WebAssembly\.Module\(/g
const COMPILER = fileURLToPath(new URL('seldom-optimized.cjs', import.meta.url))

/** A file of the library that compiles its parser as bin/seldom-optimized.cjs does. */
export function seldomOptimized(text) {
  if (text.match(COMPILED)?.length !== 2) throw new Error('The HTTP library compiles its parser in another way.')
  return text.replaceAll(COMPILED, `require(${JSON.stringify(COMPILER)}).compileSeldomOptimized(`)
}

/** @type {import('esbuild').Plugin} */
export const partOfUndici = {
  name: 'part-of-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'part-of-undici' }))
    onLoad({ filter: /.*/, namespace: 'part-of-undici' }, () => ({ contents: PART, resolveDir: folder, loader: 'js' }))
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: NO_HTTP_2,
      loader: 'js',
    }))
  },
}

/**
 * For the command line alone: a library sets no flags of its program's V8.
 * @type {import('esbuild').Plugin}
 */
export const parserSeldomOptimized = {
  name: 'parser-seldom-optimized',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h1\.js$/ }, ({ path: file }) => ({
      contents: seldomOptimized(readFileSync(file, 'utf8')),
      loader: 'js',
    }))
  },
}
