import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'

/** The demo restaurant's password, the same for all its users. */
export const password = 'comanda-demo'

const entry = resolve(import.meta.dirname, '../../src/data/people/openSession.ts')

/** Bundles the app's own log-in, so that tests can run it on a page without the app; worker processes read it from the environment. */
export async function bundleLogIn(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'login' } },
  })
  const [bundle] = built as Rolldown.RolldownOutput[]
  process.env.COMANDA_LOG_IN = bundle?.output[0].code
  return process.env.COMANDA_LOG_IN ?? ''
}

/**
 * Signs in as the log-in screen does, which is not drawn for it: that would take a quarter of all browser tests' time. Then it opens
 * `path`, or the first screen of the user's role.
 */
export async function signIn(page: Page, username: string, path = '/') {
  // Any page of the server that runs no script; the app takes its place in the history.
  await page.goto('/icon-192.png')
  const code = process.env.COMANDA_LOG_IN ?? (await bundleLogIn())
  await page.evaluate(`${code}; login.openSession(${JSON.stringify({ username, password })})`)
  const left = page.waitForURL((url) => !url.pathname.endsWith('.png') && url.pathname !== '/')
  await page.evaluate((to) => setTimeout(() => location.replace(to)), path)
  await left
}
