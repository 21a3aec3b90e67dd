import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Generous: a busy machine runs ten times slower, and no test is about time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'forks',
    // Runs anew for each test file.
    setupFiles: ['test/support/each-file.ts'],
    // Test files share a process and what it has imported: importing everything anew for each took most of the time.
    isolate: false,
    // One more than there are cores: many tests wait, for a service, a timeout or a process of their own.
    maxWorkers: availableParallelism() + 1,
    // The build is run as it is.
    server: { deps: { external: [/\/dist\//] } },
    env: { NO_COLOR: '1' },
  },
})
