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

interface Engine {
  /** The program that drives it. */
  driver: string
  env?: Record<string, string>
  capabilities: Record<string, unknown>
}

const patienceMs = 20_000
const program = join(import.meta.dirname, '../window.py')

/**
 * One person's browser, a process of its own, which allows no new tab unless somebody taps: Safari's engine, or Firefox with
 * ENGINE=firefox, where `geckodriver` is installed.
 */
export async function openBrowser(origin: string, { size = sizes[0] as Size, lacks = [] }: Wish = {}) {
  const port = await freePort()
  const downloads = mkdtempSync(join(tmpdir(), 'comanda-browser-'))
  const engine = process.env.ENGINE === 'firefox' ? firefox(downloads) : webkit(size, lacks, downloads)
  const env = { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', ...engine.env }
  const driver = spawn(engine.driver, [`--port=${port}`], { env, stdio: 'ignore' })
  await listening(port, driver)
  const browser = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(new Capabilities(engine.capabilities))
    .build()
  await browser.manage().setTimeouts({ pageLoad: patienceMs, script: patienceMs })
  if (process.env.ENGINE === 'firefox')
    await browser
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...size })
  const end = async () => {
    await browser.quit().catch(() => undefined)
    driver.kill()
    rmSync(downloads, { recursive: true, force: true })
  }
  return { screen: new Screen(browser, origin), downloads, end }
}

/** A bare window of Debian's WebKitGTK, whose page has exactly this size. */
function webkit({ width, height }: Size, lacks: string[], downloads: string): Engine {
  return {
    driver: 'WebKitWebDriver',
    env: {
      WIDTH: String(width),
      HEIGHT: String(height),
      POPUPS: '0',
      LACKS: lacks.join(),
      DOWNLOADS: downloads,
    },
    capabilities: {
      browserName: 'comanda-webkit',
      'webkitgtk:browserOptions': { binary: program, args: [] },
    },
  }
}

/** Its window is at least 450 pixels wide. */
function firefox(downloads: string): Engine {
  return {
    driver: 'geckodriver',
    capabilities: {
      browserName: 'firefox',
      'moz:firefoxOptions': {
        prefs: {
          'browser.download.folderList': 2,
          'browser.download.dir': downloads,
          'dom.disable_open_during_load': true,
          'dom.serviceWorkers.enabled': false,
          'intl.accept_languages': 'es-PE',
          'pdfjs.disabled': false,
        },
      },
    },
  }
}

async function listening(port: number, driver: ChildProcess) {
  const until = Date.now() + patienceMs
  while (Date.now() < until && driver.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${driver.spawnfile} does not answer`)
}
