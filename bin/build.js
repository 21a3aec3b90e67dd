#!/usr/bin/env node
// Compiles src/ to dist/ and writes the command manifest that makes start-up quick.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { Plugin } from '@oclif/core'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
const manifest = path.join(root, 'oclif.manifest.json')

rmSync(path.join(root, 'dist'), { recursive: true, force: true })
rmSync(manifest, { force: true })
const { status } = spawnSync(process.execPath, [path.join(path.dirname(compiler), 'bin/tsc'), '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

const plugin = new Plugin({ root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true, respectNoCacheDefault: true })
await plugin.load()
writeFileSync(manifest, `${JSON.stringify(plugin.manifest, null, 2)}\n`)
