import { defineConfig, devices } from '@playwright/test'
import { browser } from './e2e/support/browser'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/server.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  // A browser that stalls on a machine of CI is no defect; what passes only the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    launchOptions: browser,
    locale: 'es-PE',
    timezoneId: 'America/Lima',
    reducedMotion: 'reduce',
    // Requests that it makes are seen by no test; its own spec lets it work.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording every action costs a fifth of the processor; a second try records what the first one did.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // How the office's screens stand at its size, `sizes` looks at.
    {
      name: 'phone',
      testIgnore: 'office/**',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
  ],
})
