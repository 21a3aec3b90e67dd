#!/usr/bin/env node
// Bundles src/ into dist/ (few files start faster than hundreds) and writes the command manifest that makes start-up quick. Types are checked by the tests.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { Plugin } from '@oclif/core'
import { build } from 'esbuild'
import { throughDoors } from './through-doors.js'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const manifest = path.join(root, 'oclif.manifest.json')
const commands = readdirSync(path.join(root, 'src/commands'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))

rmSync(path.join(root, 'dist'), { recursive: true, force: true })
rmSync(manifest, { force: true })
await build({
  absWorkingDir: root,
  // The library, and what bin/write-reference.js, bin/write-outcomes.js and bin/write-surface.js read.
  entryPoints: [
    'src/cli/main.ts',
    'src/cli/signals/from-the-start.ts',
    ...commands,
    'src/contract/overlay/reference.ts',
    'src/resnotif/finding/rules.ts',
    'src/outcome/page.ts',
    'src/errors.ts',
    'src/index.ts',
  ],
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  plugins: [throughDoors],
  // Packages with a binary of their own.
  external: ['@photostructure/sqlite', 'keytar', 'libxml2-wasm'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
})

const plugin = new Plugin({
  root,
  type: 'core',
  ignoreManifest: true,
  errorOnManifestCreate: true,
  respectNoCacheDefault: true,
})
await plugin.load()
writeFileSync(manifest, `${JSON.stringify(plugin.manifest, null, 2)}\n`)
