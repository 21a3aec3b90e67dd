import { startSandbox } from '../../src/sandbox/index.js'

/** A sandbox as a process of its own: `sandbox-process.ts DIRECTORY`. Writes its address as the first line. */
const sandbox = await startSandbox({ dataDir: process.argv[2] as string })
process.stdout.write(`${sandbox.url}\n`)
process.once('SIGTERM', () => void sandbox.close())
