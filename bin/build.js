#!/usr/bin/env node
// Compiles src/ to dist/ and writes the command manifest that makes start-up quick.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)

function binOf(name, bin = name) {
  const file = require.resolve(`${name}/package.json`)
  const { bin: bins } = require(file)
  return path.join(path.dirname(file), typeof bins === 'string' ? bins : bins[bin])
}

function run(script, args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, OCLIF_SKIP_MANIFEST: '1' } })
  if (status !== 0) process.exit(status ?? 1)
}

rmSync(path.join(root, 'dist'), { recursive: true, force: true })
rmSync(path.join(root, 'oclif.manifest.json'), { force: true })
run(binOf('typescript', 'tsc'), ['-p', 'tsconfig.build.json'])
run(binOf('oclif'), ['manifest', '.'])
