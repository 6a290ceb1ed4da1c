import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, Capabilities } from 'selenium-webdriver'
import { freePort } from '../../e2e/support/server'
import { Screen } from './screen'

export interface Size {
  width: number
  height: number
}

/** A phone, a tablet that stands upright, a desk. */
export const sizes: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]

interface Wish {
  size?: Size
  /** Features of the engine that older phones lack. */
  lacks?: string[]
}

const patienceMs = 20_000
const program = join(import.meta.dirname, '../window.py')

/** One person's browser, in Safari's engine: a process of its own, which allows no new tab unless somebody taps. */
export async function openBrowser(origin: string, { size = sizes[0] as Size, lacks = [] }: Wish = {}) {
  const port = await freePort()
  const downloads = mkdtempSync(join(tmpdir(), 'comanda-webkit-'))
  const env = {
    ...process.env,
    WIDTH: String(size.width),
    HEIGHT: String(size.height),
    POPUPS: '0',
    LACKS: lacks.join(),
    DOWNLOADS: downloads,
    LIBGL_ALWAYS_SOFTWARE: '1',
  }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
  await listening(port, driver)
  const browser = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'comanda-webkit',
        'webkitgtk:browserOptions': { binary: program, args: [] },
      }),
    )
    .build()
  await browser.manage().setTimeouts({ pageLoad: patienceMs, script: patienceMs })
  const end = async () => {
    await browser.quit().catch(() => undefined)
    driver.kill()
    rmSync(downloads, { recursive: true, force: true })
  }
  return { screen: new Screen(browser, origin), downloads, end }
}

async function listening(port: number, driver: ChildProcess) {
  const until = Date.now() + patienceMs
  while (Date.now() < until && driver.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('WebKitWebDriver does not answer')
}
