#!/usr/bin/env node
// Bundles src/ into dist/ (few files start faster than hundreds) and writes the command manifest that makes start-up quick. Types are checked by the tests.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { Plugin } from '@oclif/core'
import { build } from 'esbuild'
import { frameworkWhenUsed } from './asked-for-when-used.js'
import { completionTree } from './completion-tree.js'
import { packOf } from './chunk-pack.js'
import { bundledPackages, noticesOf } from './notices.js'
import { parserSeldomOptimized, partOfUndici } from './part-of-undici.js'
import { throughDoors } from './through-doors.js'
import { allToCommonJs, refuseEarly } from './to-commonjs.js'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const manifest = path.join(root, 'oclif.manifest.json')
const commands = readdirSync(path.join(root, 'src/commands'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))

rmSync(path.join(root, 'dist'), { recursive: true, force: true })
rmSync(manifest, { force: true })
// Loaded only by whoever has an estate of many machines; they may not be installed.
const OPTIONAL = ['bullmq', 'ioredis', 'pg']
const common = {
  absWorkingDir: root,
  outbase: 'src',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  metafile: true,
  // Packages with a binary of their own, and what the framework asks for in a checkout of TypeScript alone.
  external: ['@photostructure/sqlite', 'keytar', 'libxml2-wasm', 'typescript', ...OPTIONAL],
}
// The library, and what bin/write-reference.js, bin/write-outcomes.js and bin/write-surface.js read.
const library = await build({
  ...common,
  entryPoints: [
    'src/contract/overlay/reference.ts',
    'src/resnotif/finding/rules.ts',
    'src/outcome/page.ts',
    'src/errors.ts',
    'src/index.ts',
  ],
  outdir: 'dist',
  sourcemap: 'linked',
  sourcesContent: false,
  plugins: [throughDoors, frameworkWhenUsed, partOfUndici],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
})
// The command line.
const chunkFolder = path.join(root, 'dist/chunks')
const { outputFiles, metafile } = await build({
  ...common,
  entryPoints: [
    'src/cli/main.ts',
    'src/cli/signals/from-the-start.ts',
    'src/cli/help/grouped-help.ts',
    'src/cli/completion/complete.ts',
    'src/cli/forward/reader-thread.ts',
    ...commands,
  ],
  outdir: chunkFolder,
  write: false,
  plugins: [throughDoors, frameworkWhenUsed, partOfUndici, parserSeldomOptimized],
})
const idOf = (file) => path.relative(chunkFolder, file).replaceAll(path.sep, '/').replace(/\.js$/, '')
const chunks = allToCommonJs(
  outputFiles.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(({ path: file, text }) => [idOf(file), text]),
)
const digest = createHash('sha256')
for (const [id, { text }] of chunks) digest.update(`${id}\n${text}\n`)
refuseEarly(chunks)
const ids = commands.map((file) =>
  path.relative(path.join(root, 'src/commands'), file).replace(/\.ts$/, '').split(path.sep),
)
const commandOf = new Map(ids.map((parts) => [parts.filter((part) => part !== 'index').join(':'), parts.join('/')]))
mkdirSync(chunkFolder, { recursive: true })
writeFileSync(
  path.join(chunkFolder, 'command-line.pack'),
  packOf(
    { build: digest.digest('hex').slice(0, 16), commands: Object.fromEntries(commandOf) },
    [...chunks].map(([id, { text }]) => [id, text]),
  ),
)

const { load } = createRequire(import.meta.url)('./chunks.cjs')
const plugin = new Plugin({
  root,
  type: 'core',
  ignoreManifest: true,
  errorOnManifestCreate: true,
  respectNoCacheDefault: true,
})
plugin.getCommandIDs = async () => [...commandOf.keys()]
plugin.findCommand = async (id) => Object.assign(load(`commands/${commandOf.get(id)}`).default, { id, plugin })
await plugin.load()
writeFileSync(manifest, `${JSON.stringify(plugin.manifest, null, 2)}\n`)

writeFileSync(
  path.join(root, 'dist/THIRD-PARTY-NOTICES.txt'),
  noticesOf(root, bundledPackages([library.metafile, metafile])),
)

// What `--version` and `--help` print: bin/at-once.cjs.
const { name, version, oclif } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
writeFileSync(path.join(chunkFolder, 'version.txt'), `${name}/${version}`)
writeFileSync(path.join(chunkFolder, 'commands.json'), JSON.stringify(withoutDetails(plugin.manifest)))
writeFileSync(path.join(chunkFolder, 'completion.json'), JSON.stringify(completionTree(plugin.manifest, oclif.topics)))
execFileSync(process.execPath, [path.join(root, 'bin/render-help.cjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { HOME: chunkFolder, NO_COLOR: '1', SystemRoot: process.env.SystemRoot ?? '' },
})

/** What every start needs of the manifest; the details are twenty times as much, and asked for by few. */
function withoutDetails({ version, commands }) {
  const brief = Object.entries(commands).map(([id, { flags, description, examples, ...rest }]) => [id, rest])
  return { version, commands: Object.fromEntries(brief) }
}
