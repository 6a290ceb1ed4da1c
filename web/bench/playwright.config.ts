import { defineConfig } from '@playwright/test'
import { wholeBrowser } from '../e2e/support/browser'
import tests from '../playwright.config'

/** Timings in the browser, not tests: `scripts/bench` starts the restaurant and names it in COMANDA_URL. */
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../test-results/bench',
  globalSetup: undefined,
  timeout: 180_000,
  // What people have draws a window.
  use: { ...tests.use, launchOptions: wholeBrowser, screenshot: 'off', trace: 'off' },
  projects: tests.projects?.slice(0, 1),
})
