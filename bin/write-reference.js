#!/usr/bin/env node
// Writes docs/reference.md from the contract, the rules of lint and the commands of the build. With --check it only says whether the page is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { referencePage } from '../dist/contract/overlay/reference.js'
import { LINT_RULES } from '../dist/resnotif/finding/rules.js'
import { commandsByEndpoint } from '../test/support/surface.js'

const page = new URL('../docs/reference.md', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('../oclif.manifest.json', import.meta.url), 'utf8'))
const text = referencePage(commandsByEndpoint(manifest), LINT_RULES)
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text) {
  process.stderr.write('docs/reference.md is not current: run "node bin/write-reference.js".\n')
  process.exit(1)
}
