import { existsSync } from 'node:fs'

const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Debian's Chromium; Playwright downloads nothing. It shows PDFs. */
export const wholeBrowser = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args }

const shell = '/usr/bin/chromium-headless-shell'

/** Chromium without what draws its window, where it is installed: it takes a quarter less of the processor, and shows no PDF. */
export const browser =
  !process.env.CHROMIUM && existsSync(shell) ? { executablePath: shell, args } : wholeBrowser
