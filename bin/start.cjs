'use strict'
// Loads the command line and runs it.
const path = require('node:path')
const chunks = require('./chunks.cjs')

const root = path.dirname(__dirname)

/** Runs a command. */
function start(argv) {
  // First of all: loading the rest takes a moment, in which a signal would end it without its exit code.
  chunks.load('cli/signals/from-the-start').watchSignals()
  const { build, commands } = chunks.start
  const words = argv.slice(0, argv.findIndex((word) => word.startsWith('-')) >>> 0)
  const command = [3, 2, 1].map((count) => words.slice(0, count).join(':')).find((id) => Object.hasOwn(commands, id))
  require('./kept-code.cjs').keepCode(chunks, build, command?.replaceAll(':', '-') ?? 'other')
  void chunks.load('cli/main').main(root, argv, { loadCommand: chunks.loadCommand })
}

/** Writes the rest of an answer that standard output did not take at once. */
function finish(bytes) {
  chunks.load('cli/signals/from-the-start').watchSignals()
  void chunks.load('cli/main').finish(bytes)
}

/** Answers a shell. Whatever fails is no completion: on the line that is being typed nothing may appear. */
function complete(argv) {
  try {
    require('./kept-code.cjs').keepCode(chunks, chunks.start.build, 'complete')
    const answer = chunks.load('cli/completion/complete').complete(argv, path.join(root, 'dist/chunks/completion.json'))
    require('node:fs').writeSync(1, answer)
  } catch {
    // The shell goes on with what it has.
  }
}

module.exports = { complete, finish, start }
