#!/usr/bin/env node
import module from 'node:module'

// First of all: loading the rest takes a moment, in which a signal would end it without its exit code.
const { watchSignals } = await import('../dist/cli/signals/from-the-start.js')
watchSignals()

// Node 22 and newer can keep compiled code between starts. Without a folder of its own Node keeps it where every user of the machine may write.
if (module.enableCompileCache !== undefined) {
  const { compileCacheFolder } = await import('./compile-cache.js')
  const folder = compileCacheFolder()
  if (folder !== undefined) module.enableCompileCache(folder)
}
const { main } = await import('../dist/cli/main.js')
await main(import.meta.url, process.argv.slice(2))
