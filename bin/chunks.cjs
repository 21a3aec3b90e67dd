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
/** Kept code by id. */
let kept = new Map()

const requireChunk = (name) => (name.startsWith('#') ? load(name.slice(1)) : require(name))
const importModule = async (name) => (name.startsWith('#') ? load(name.slice(1)) : import(name))

/** What a chunk exports. It is run once. */
function load(id) {
  const known = loaded.get(id)
  if (known !== undefined) return known
  const file = path.join(folder, `${id}.cjs`)
  const cachedData = kept.get(id)
  const script = new Script(readFileSync(file, 'utf8'), { filename: file, cachedData })
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

/** The commands of the build, by id as `rates:push`, and what belongs to the build. */
function readStart() {
  return JSON.parse(readFileSync(path.join(folder, 'start.json'), 'utf8'))
}

/** What loads a command of the build. */
function commandLoader({ commands } = readStart()) {
  return (id) => load(`commands/${commands[id]}`).default
}

module.exports = { commandLoader, load, readStart, takeKept, scripts }
