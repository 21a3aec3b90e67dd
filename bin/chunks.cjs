'use strict'
// Loads the chunks of the command line, with compiled code where some was kept. Node's own loader would look for each file and its package first.
const { openSync, readSync } = require('node:fs')
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

/**
 * All chunks in one file (bin/chunk-pack.js). It stays open: a chunk is read when it is used, and an update in the middle of a long push must not come
 * between, so that what was opened is read on.
 */
const pack = openSync(path.join(folder, 'command-line.pack'))

/** The bytes of the pack from a place on, as text. */
function textAt(from, length) {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let at = 0; at < length;) {
    const count = readSync(pack, bytes, at, length - at, from + at)
    if (count === 0) throw new Error('The installation of this program is not whole. Install it again.')
    at += count
  }
  return bytes.latin1Slice()
}

const HEAD = 16
const headBytes = Number.parseInt(textAt(0, HEAD), 10)
const { places, ...start } = JSON.parse(textAt(HEAD, headBytes))
const fileOf = (id) => path.join(folder, `${id}.cjs`)

/** Flags of V8 that a command has set: code that was kept under others is refused. */
const flags = []
/** What V8 takes for those with a number, on every Node from 20 to 26 that has it. */
const USUAL = {
  '--max-inlined-bytecode-size-cumulative': 920,
  '--interrupt-budget': 67_584,
  '--semi-space-growth-factor': 2,
  '--heap-growing-percent': 0,
}
const setFlags = (list) => list.forEach((flag) => require('node:v8').setFlagsFromString(flag))

/** The flag that takes one back. */
function backOf(flag) {
  const [name, value] = flag.split('=')
  if (value !== undefined) return `${name}=${USUAL[name]}`
  return flag.startsWith('--no-') ? `--${flag.slice(5)}` : `--no-${flag.slice(2)}`
}

/** Compiles, or makes code to be kept, under the flags that Node was started with. */
function asStarted(work) {
  setFlags(flags.map(backOf))
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

/** Node's own makes a loader for each file that asks; packages are found from here as well. */
const ownModule = { createRequire: () => require }

function requireChunk(name) {
  if (name.startsWith('#')) return load(name.slice(1))
  if (name === 'node:module') return ownModule
  return name === 'node:v8' ? { ...require(name), setFlagsFromString } : require(name)
}
const importModule = async (name) => (name.startsWith('#') ? load(name.slice(1)) : import(name))

/** What a chunk exports. It is run once. */
function load(id) {
  const known = loaded.get(id)
  if (known !== undefined) return known
  const file = fileOf(id)
  const cachedData = kept?.get(id)
  const [from, length] = places[id]
  const text = textAt(HEAD + headBytes + from, length)
  const script = asStarted(() => new Script(text, { filename: file, cachedData }))
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
