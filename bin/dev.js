#!/usr/bin/env node
// Runs the command line from src/ without a build.
import { register } from 'tsx/esm/api'

register()
const { main } = await import('../src/cli/main.ts')
await main(import.meta.url, process.argv.slice(2), { development: true })
