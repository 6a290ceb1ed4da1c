import { defineConfig } from 'vitest/config'

/** Safari's engine, one browser for each person: `npm run webkit`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
