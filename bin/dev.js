#!/usr/bin/env node
// Runs the command line from src/ without a build.
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

register()
const { main } = await import('../src/cli/main.ts')
await main(fileURLToPath(new URL('..', import.meta.url)), process.argv.slice(2), { development: true })
