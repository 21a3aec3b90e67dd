#!/usr/bin/env node
// Writes test/surface.json: every command with its arguments and flags, and the exit codes. Run it when the surface changes on purpose.
import { readFileSync, writeFileSync } from 'node:fs'
import { surface } from '../test/support/surface.js'

const manifest = JSON.parse(readFileSync(new URL('../oclif.manifest.json', import.meta.url), 'utf8'))
const { EXIT } = await import('../dist/errors.js')
writeFileSync(new URL('../test/surface.json', import.meta.url), `${JSON.stringify(surface(manifest, EXIT), null, 2)}\n`)
