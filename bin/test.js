#!/usr/bin/env node
// All tests: types, lint, then the test suite against the built command line. Extra arguments go to vitest.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)

function binOf(name, bin = name) {
  const file = require.resolve(`${name}/package.json`)
  const { bin: bins } = require(file)
  return path.join(path.dirname(file), typeof bins === 'string' ? bins : bins[bin])
}

function run(name, script, args) {
  process.stdout.write(`\n${name}\n`)
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return status ?? 1
}

const only = process.argv.slice(2)
if (only.length === 0) {
  for (const [name, script, args] of [
    ['Types', binOf('typescript', 'tsc'), ['-p', '.']],
    ['Format', binOf('oxfmt'), ['--check', 'src', 'test', 'bin', 'samples', 'vitest.config.ts']],
    ['Lint', binOf('oxlint'), ['--deny-warnings', 'src', 'test', 'bin']],
  ]) {
    const status = run(name, script, args)
    if (status !== 0) process.exit(status)
  }
}
const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-test-'))
const report = path.join(folder, 'report.json')
const status = run('Tests', path.join(root, 'node_modules/vitest/vitest.mjs'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...only,
])
try {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const skipped = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status: fate }) => fate === 'pending' || fate === 'skipped')
      .map(({ ancestorTitles }) => ancestorTitles.join(': ')),
  )
  for (const name of new Set(skipped)) process.stdout.write(`\nSkipped: ${name}\n`)
  process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)
