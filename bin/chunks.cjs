'use strict'
// Loads the chunks of the command line, with compiled code where some was kept. Node's own loader would look for each file and its package first.
const { readFileSync } = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { Script } = require('node:vm')

const folder = path.join(__dirname, '../dist/chunks')
/** By id, as `commands/rates/push`. */
const loaded = new Map()
/** What may be kept of this start: the script of each chunk, and whether kept code was taken for it. */
const scripts = new Map()
/** Kept code by id; nothing is kept of what is loaded before. */
let kept

/** The text of each chunk that may still be asked for. */
const texts = new Map()
const { imports, ...start } = JSON.parse(readFileSync(path.join(folder, 'start.json'), 'utf8'))
const fileOf = (id) => path.join(folder, `${id}.cjs`)

/** Reads a chunk and all that it imports: they run when they are used, and an update in the middle of a long push must not come between. */
function readAll(id) {
  if (texts.has(id)) return
  texts.set(id, readFileSync(fileOf(id)))
  for (const next of imports[id]) readAll(next)
}

/** Flags of V8 that a command has set: code that was kept under others is refused. */
const flags = []
const setFlags = (list) => list.forEach((flag) => require('node:v8').setFlagsFromString(flag))

/** Compiles, or makes code to be kept, under the flags that Node was started with. */
function asStarted(work) {
  setFlags(flags.map((flag) => (flag.startsWith('--no-') ? `--${flag.slice(5)}` : `--no-${flag.slice(2)}`)))
  try {
    return work()
  } finally {
    setFlags(flags)
  }
}

function setFlagsFromString(flag) {
  require('node:v8').setFlagsFromString(flag)
  flags.push(flag)
}

function requireChunk(name) {
  if (name.startsWith('#')) return load(name.slice(1))
  return name === 'node:v8' ? { ...require(name), setFlagsFromString } : require(name)
}
const importModule = async (name) => (name.startsWith('#') ? load(name.slice(1)) : import(name))

/** What a chunk exports. It is run once. */
function load(id) {
  const known = loaded.get(id)
  if (known !== undefined) return known
  readAll(id)
  const file = fileOf(id)
  const cachedData = kept?.get(id)
  const script = asStarted(() => new Script(texts.get(id).toString(), { filename: file, cachedData }))
  texts.set(id, undefined)
  if (kept !== undefined)
    scripts.set(id, { script, isKept: cachedData !== undefined && script.cachedDataRejected === false })
  const exported = {}
  loaded.set(id, exported)
  script.runInThisContext()(exported, requireChunk, importModule, pathToFileURL(file).href)
  return exported
}

/** From here on compiled code is taken from what was kept. */
function takeKept(found) {
  kept = found
}

/** Loads a command of the build by its id, as `rates:push`. */
function loadCommand(id) {
  return load(`commands/${start.commands[id]}`).default
}

module.exports = { asStarted, load, loadCommand, scripts, start, takeKept }
