#!/usr/bin/env node
// Writes docs/outcomes.md from the rules of the build. With --check it only says whether the page is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { outcomesPage } from '../dist/outcome/page.js'

const page = new URL('../docs/outcomes.md', import.meta.url)
const text = outcomesPage()
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text) {
  process.stderr.write('docs/outcomes.md is not current: run "node bin/write-outcomes.js".\n')
  process.exit(1)
}
