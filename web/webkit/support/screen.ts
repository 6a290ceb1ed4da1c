import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WebDriver, WebElement } from 'selenium-webdriver'

/** The demo restaurant's password, the same for all its users. */
const password = 'comanda-demo'
const patienceMs = 15_000
const results = join(import.meta.dirname, '../../test-results')

const selectors = {
  button: 'button, a[href], [role=button], [role=tab], [role=option], label, summary',
  field: 'input, textarea, select',
  text: 'h1, h2, h3, p, span, b, strong, li, td, th, div, output',
} as const

type Kind = keyof typeof selectors

/** What a person does and sees on the screen of one browser. */
export class Screen {
  constructor(
    readonly browser: WebDriver,
    private readonly origin: string,
  ) {}

  async open(path: string) {
    await this.browser.get(`${this.origin}${path}`)
  }

  async signIn(username: string) {
    await this.open('/login')
    await this.fill(/^Usuario$/, username)
    await this.fill(/^Contraseña$/, password)
    await this.tap(/^Ingresar/)
    await this.reaches((path) => !path.startsWith('/login'))
  }

  /** Taps what has this name, once it can be hit. */
  async tap(name: RegExp) {
    await this.until(`tap ${name}`, async () => {
      const target = await this.find('button', name)
      if (!target) return false
      // What moved away just then was missed, and is tapped again; after a new page nobody remembers.
      await this.browser.executeScript(watch, target)
      await target.click()
      return (await this.browser.executeScript('return window.wasTapped')) !== false
    })
  }

  async fill(label: RegExp, text: string) {
    await this.until(`type into ${label}`, async () => {
      const field = await this.find('field', label)
      if (!field) return false
      await field.clear()
      await field.sendKeys(text)
      return true
    })
  }

  async press(...keys: string[]) {
    await this.browser
      .actions()
      .sendKeys(...keys)
      .perform()
  }

  /** Waits until these words can be read on the screen. */
  async sees(words: RegExp) {
    await this.until(`see ${words}`, async () => (await this.find('text', words)) !== null)
  }

  async seesNoMore(words: RegExp) {
    await this.until(`see no more ${words}`, async () => (await this.find('text', words)) === null)
  }

  async hasButton(name: RegExp) {
    return (await this.find('button', name)) !== null
  }

  async path() {
    return new URL(await this.browser.getCurrentUrl()).pathname
  }

  async reaches(is: (path: string) => boolean) {
    await this.until('come to the next screen', async () => is(await this.path()))
    return this.path()
  }

  /** Tries until it is so; what hides, moves or is drawn anew meanwhile is tried again. */
  async until(what: string, isSo: () => Promise<boolean>, milliseconds = patienceMs) {
    const end = Date.now() + milliseconds
    let why = ''
    for (;;) {
      const done = await isSo().catch((error: Error) => {
        why = error.message
        return false
      })
      if (done) return
      if (Date.now() > end) {
        const shown = await this.browser.executeScript<string>('return document.body.innerText')
        mkdirSync(results, { recursive: true })
        const picture = join(results, `webkit-${Date.now()}.png`)
        writeFileSync(picture, await this.browser.takeScreenshot(), 'base64')
        throw new Error(`Nobody could ${what} at ${await this.path()}. ${why}\n${picture}\n${shown}`)
      }
      await new Promise((next) => setTimeout(next, 60))
    }
  }

  private find(kind: Kind, name: RegExp) {
    return this.browser.executeScript<WebElement | null>(
      seen,
      selectors[kind],
      name.source,
      name.flags,
      kind === 'text',
    )
  }
}

/* Runs in the browser: remembers whether this is tapped. */
function watch(target: Element) {
  const page = window as Window & { wasTapped?: boolean }
  page.wasTapped = false
  const remember = () => {
    page.wasTapped = true
  }
  target.addEventListener('click', remember, { capture: true, once: true })
}

/* Runs in the browser: the first, in what lies on top, that has this name and takes room where a finger would touch it. */
function seen(selector: string, source: string, flags: string, isText: boolean): Element | null {
  // What still moves would be missed.
  const moves = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
  if (!isText && document.getAnimations().some(moves)) return null
  const wanted = new RegExp(source, flags)
  const layers = document.querySelectorAll(
    'dialog[open], [popover][data-open], [role=dialog][aria-modal=true]',
  )
  const top = layers.item(layers.length - 1) ?? document.body
  const labelOf = (element: Element) =>
    [...((element as HTMLInputElement).labels ?? [])].map((l) => l.textContent)
  const isIn = (words: string | null | undefined) => wanted.test((words ?? '').replace(/\s+/g, ' ').trim())
  const namesOf = (element: Element) =>
    isText
      ? [element.textContent]
      : [element.getAttribute('aria-label') ?? (element as HTMLElement).innerText, ...labelOf(element)]
  const candidates = [
    ...top.querySelectorAll(selector),
    ...(top === document.body ? [] : document.querySelectorAll('[popover] button, [popover] a')),
  ]
  for (const element of candidates) {
    if (!namesOf(element).some(isIn)) continue
    const inner = isText && [...element.children].some((child) => isIn(child.textContent))
    if (inner || (element as HTMLButtonElement).disabled) continue
    element.scrollIntoView({ block: 'center', inline: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    if (hit && (element.contains(hit) || hit.contains(element))) return element
  }
  return null
}
