'use strict'
// Compiles the parser of answers, which is WebAssembly, so that V8 does not optimize it at once: that takes as long as three empty starts of Node, on other
// threads, and begins with the first answer; a command with few answers ends before it could gain anything.

/** What V8 takes a function to be hot after, by its major version; it tells nobody. A version that is not known here compiles as it does. */
const USUAL_BUDGET = { 11: 1_800_000, 12: 13_000_000, 13: 13_000_000, 14: 13_000_000 }
/** Roughly bytes of machine code run: some hundred answers, after which a long push has its optimized parser. */
const BUDGET = 2_000_000_000
const FLAG = 'wasm-tiering-budget'

/** The budget is taken when a module is compiled. It is put back at once: code that was kept under other flags is refused. */
function compileSeldomOptimized(bytes, { execArgv, env, versions } = process) {
  const usual = USUAL_BUDGET[Number.parseInt(versions.v8, 10)]
  const isChosen = [...execArgv, env.NODE_OPTIONS ?? ''].some((flag) => flag.replaceAll('_', '-').includes(FLAG))
  if (usual === undefined || isChosen) return new WebAssembly.Module(bytes)
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  setFlagsFromString(`--${FLAG}=${BUDGET}`)
  try {
    return new WebAssembly.Module(bytes)
  } finally {
    setFlagsFromString(`--${FLAG}=${usual}`)
  }
}

module.exports = { compileSeldomOptimized }
