'use strict'
// Loaded into a measured process: writes what it has used when it ends.
const { writeFileSync } = require('node:fs')

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  writeFileSync(
    process.env.BENCH_USAGE,
    JSON.stringify({ peakMb: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 }),
  )
})
