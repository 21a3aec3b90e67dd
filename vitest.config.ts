import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Generous: a busy machine runs ten times slower, and no test is about time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'forks',
    env: { NO_COLOR: '1' },
  },
})
