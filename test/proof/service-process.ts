import { startSandbox } from '../../src/sandbox/index.js'

/** A sandbox as a process of its own on a given port: `service-process DIRECTORY PORT`. Says its address once it serves. */
const [dataDir = '', port = '0'] = process.argv.slice(2)
const sandbox = await startSandbox({ dataDir, port: Number(port) })
process.stdout.write(`${sandbox.url}\n`)
