'use strict'
// Writes the help of every command and topic as the framework shows it in a pipe. A process of its own, whose standard output is none: the build starts it.
const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs')
const path = require('node:path')
const { PAGES, VERSION } = require('./at-once.cjs')
const { load, loadCommand, start } = require('./chunks.cjs')

const root = path.dirname(__dirname)
const folder = path.join(root, 'dist/chunks')

async function render() {
  const programme = readFileSync(path.join(folder, 'version.txt'), 'utf8').replaceAll('.', '\\.')
  const { runCommandLine } = load('cli/main')
  const ids = Object.keys(start.commands).map((id) => id.split(':'))
  const topics = ids.flatMap((words) => words.map((_, at) => words.slice(0, at).join(' ')))
  const pages = [...new Set(['', ...topics, ...ids.map((words) => words.join(' '))])].filter((page) => page !== 'help')
  const write = process.stdout.write
  const guides = readdirSync(path.join(root, 'docs/help'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3))
  for (const page of ['_alone', ...pages, ...guides.map((name) => `help ${name}`)]) {
    let text = ''
    process.stdout.write = (part) => {
      text += part
      return true
    }
    const words = page.split(' ').filter(Boolean)
    const isGuide = words[0] === 'help'
    const argv = page === '_alone' ? [] : isGuide ? words : [...words, '--help']
    await runCommandLine(root, argv, { loadCommand })
    process.stdout.write = write
    if (process.exitCode || text === '') throw new Error(`no help of "${page}"`)
    const file = path.join(
      folder,
      'help',
      isGuide ? path.join(PAGES, `${words[1]}.txt`) : `${words.join('/') || 'hubswitch'}.txt`,
    )
    mkdirSync(path.dirname(file), { recursive: true })
    // The machine that it is shown on says what it is.
    writeFileSync(file, text.replaceAll(new RegExp(`${programme} \\S+ node-v\\S+`, 'g'), VERSION))
  }
}

void render()
