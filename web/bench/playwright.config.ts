import { defineConfig } from '@playwright/test'
import tests from '../playwright.config'

/** Timings in the browser, not tests: `scripts/bench` starts the restaurant and names it in COMANDA_URL. */
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../test-results/bench',
  globalSetup: undefined,
  timeout: 180_000,
  use: { ...tests.use, screenshot: 'off', trace: 'off' },
  projects: tests.projects?.slice(0, 1),
})
