#!/usr/bin/env node
// Makes a fresh clone ready (dependencies, build) and then runs the command it is given. Needs only Node and npm.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`hubswitch needs Node 20.19 or newer; this is ${process.version}.\n`)
  process.exit(1)
}

function run(step, command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  process.stderr.write(`\n${step} failed${error ? `: ${error.message}` : ` (exit ${status})`}.\n`)
  process.exit(status || 1)
}

const stamp = (file) => path.join(root, 'node_modules', file)
const readStamp = (file) => (existsSync(stamp(file)) ? readFileSync(stamp(file), 'utf8') : '')

const lockHash = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .update(process.versions.modules)
  .digest('hex')
if (readStamp('.hubswitch-installed') !== lockHash) {
  process.stderr.write('Installing dependencies (npm ci) …\n')
  run('npm ci', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp('.hubswitch-installed'), lockHash)
}

function newest(folder) {
  let latest = 0
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })) {
    if (entry.isFile())
      latest = Math.max(latest, statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs)
  }
  return latest
}

let [...command] = process.argv.slice(2)
const installOnly = command[0] === '--install-only'
if (installOnly) command = command.slice(1)
const manifest = path.join(root, 'oclif.manifest.json')
const sources = () => Math.max(newest('src'), statSync(path.join(root, 'package.json')).mtimeMs)
if (!installOnly && (!existsSync(manifest) || statSync(manifest).mtimeMs < sources())) {
  process.stderr.write('Building …\n')
  run('The build', process.execPath, ['bin/build.js'])
}
const { status, signal } = spawnSync(command[0] === 'node' ? process.execPath : command[0], command.slice(1), {
  cwd: root,
  stdio: 'inherit',
})
process.exit(signal ? 1 : (status ?? 1))
