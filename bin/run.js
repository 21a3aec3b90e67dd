#!/usr/bin/env node
import module from 'node:module'

// Node 22 and newer keep compiled code between starts.
module.enableCompileCache?.()
const { main } = await import('../dist/cli/main.js')
await main(import.meta.url, process.argv.slice(2))
