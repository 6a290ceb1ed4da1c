import type { Page } from '@playwright/test'

/** What somebody would complain about on what is shown now, in words; of a dialog, where one is open. */
export const complaints = (page: Page): Promise<string[]> => page.evaluate(look)

/** The same, to be run in the browser: it may use nothing from outside. */
export function look(): string[] {
  const finger = 44
  const contentLeast = 150
  const found = new Set<string>()
  const { clientWidth: width, clientHeight: height, scrollWidth } = document.documentElement
  const dialogs = document.querySelectorAll<HTMLElement>('dialog[open], [role=dialog][aria-modal]')
  const scope = [...dialogs].at(-1) ?? document.body
  const said = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `${element.tagName.toLowerCase()} "${name.trim().replace(/\s+/g, ' ').slice(0, 40)}"`
  }
  const clips = (element: Element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflow)
  const isFixed = (element: Element) => getComputedStyle(element).position === 'fixed'

  /* What parts that scroll or cut, and the window, leave of it. */
  const seenOf = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const seen = {
      left: Math.max(left, 0),
      top: Math.max(top, 0),
      right: Math.min(right, width),
      bottom: Math.min(bottom, height),
    }
    for (let part = element; part.parentElement && !isFixed(part); part = part.parentElement) {
      if (!clips(part.parentElement)) continue
      const edge = part.parentElement.getBoundingClientRect()
      seen.left = Math.max(seen.left, edge.left)
      seen.top = Math.max(seen.top, edge.top)
      seen.right = Math.min(seen.right, edge.right)
      seen.bottom = Math.min(seen.bottom, edge.bottom)
    }
    return seen
  }

  const isBox = (target: Element) =>
    target instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(target.type)
  /* What a finger may hit: the label of a switch, the cell of a name, all that a link is stretched over. */
  const touchedAt = (target: HTMLElement): Element => {
    if (isBox(target)) return target.closest('label') ?? (target as HTMLInputElement).labels?.[0] ?? target
    const stretched = getComputedStyle(target, '::after')
    if (stretched.position === 'absolute' && stretched.inset === '0px') return target.offsetParent ?? target
    return target.closest('td, th, [class*=Input-wrapper]') ?? target
  }
  /* How far beyond its edges it is hit: by what is stretched out of it. */
  const reachOf = (target: Element) => {
    const { position, top, left } = getComputedStyle(target, '::after')
    return position === 'absolute' ? [Math.max(0, -parseFloat(left)), Math.max(0, -parseFloat(top))] : [0, 0]
  }
  const isSmall = (target: HTMLElement, box: DOMRect) => {
    const inText = target.tagName === 'A' && getComputedStyle(target).display === 'inline'
    // Drawn to scale in a room; and the office's menu, which is read with a mouse.
    const drawn = target.style.left !== '' || target.closest('nav[aria-label="Menú"]')
    if (inText || isBox(target) || drawn) return false
    const [beside = 0, above = 0] = reachOf(target)
    return box.width + 2 * beside < finger - 0.5 || box.height + 2 * above < finger - 0.5
  }
  /* A bar that floats over what scrolls beneath it. */
  const floats = (part: Element | null): boolean =>
    part !== null && (/fixed|sticky/.test(getComputedStyle(part).position) || floats(part.parentElement))
  /* Its words cannot be read. */
  const isHidden = (target: HTMLElement) => {
    for (let part: HTMLElement | null = target; part; part = part.parentElement) {
      const { backgroundColor } = getComputedStyle(part)
      if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor === getComputedStyle(target).color
    }
    return false
  }
  /* Words that stand out of the button they are written on. */
  const spills = (target: HTMLElement, box: DOMRect) => {
    const words = document.createTreeWalker(target, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const word = words.currentNode
      const around = word.parentElement
      if (!word.textContent?.trim() || !around?.checkVisibility({ opacityProperty: true })) continue
      if (around.closest('.sr') || getComputedStyle(around).textOverflow === 'ellipsis') continue
      const range = document.createRange()
      range.selectNode(word)
      const ink = range.getBoundingClientRect()
      if (ink.left < box.left - 1 || ink.right > box.right + 1) return true
      if (ink.top < box.top - 3 || ink.bottom > box.bottom + 3) return true
    }
    return false
  }

  const isIn = (part: Element, other: Element) => part.contains(other) || other.contains(part)
  /* What of a part that scrolls is not under the bars that stick to its edges. */
  const openHeight = (part: HTMLElement) => {
    const bars = [...part.querySelectorAll('*')]
      .filter((each) => getComputedStyle(each).position === 'sticky')
      .map((each) => each.getBoundingClientRect())
      .filter((bar) => bar.width > part.clientWidth / 2 && bar.height < part.clientHeight / 2)
    return part.clientHeight - bars.reduce((sum, bar) => sum + bar.height, 0)
  }

  if (scrollWidth > width) found.add(`scrolls sideways: ${scrollWidth} px`)
  const targets = scope.querySelectorAll<HTMLElement>(
    'button, a[href], input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=switch]',
  )
  const shown: { target: HTMLElement; touched: Element; seen: ReturnType<typeof seenOf> }[] = []
  for (const target of targets) {
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (target.closest('[inert], [aria-hidden=true], .sr')) continue
    const touched = touchedAt(target)
    const box = touched.getBoundingClientRect()
    const seen = seenOf(touched)
    const [seenWidth, seenHeight] = [seen.right - seen.left, seen.bottom - seen.top]
    // Further down in something that scrolls: it is reached.
    if (seenWidth < box.width / 2 || seenHeight < box.height / 2 || box.width < 2) continue
    if (isSmall(target, box))
      found.add(`${said(target)} is ${Math.round(box.width)}×${Math.round(box.height)}`)
    const above = document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2)
    if (!floats(target)) shown.push({ target, touched, seen })
    const free = above && (touched.contains(above) || above.contains(touched) || target.contains(above))
    if (!free && !floats(above)) found.add(`${said(target)} lies under ${above ? said(above) : 'nothing'}`)
    if (/^(BUTTON|A)$/.test(target.tagName) && spills(target, box))
      found.add(`${said(target)} spills its words`)
    if (target.innerText && isHidden(target)) found.add(`${said(target)} has the colour of what is behind it`)
  }
  for (const [at, one] of shown.entries()) {
    for (const other of shown.slice(at + 1)) {
      if (isIn(one.touched, other.touched)) continue
      const across = Math.min(one.seen.right, other.seen.right) - Math.max(one.seen.left, other.seen.left)
      const down = Math.min(one.seen.bottom, other.seen.bottom) - Math.max(one.seen.top, other.seen.top)
      if (across > 4 && down > 4) found.add(`${said(one.target)} overlaps ${said(other.target)}`)
    }
  }
  for (const menu of document.querySelectorAll(':popover-open')) {
    const items = [...menu.querySelectorAll('a, button')].map((item) => item.getBoundingClientRect())
    const [above, below] = [
      Math.min(...items.map(({ top }) => top)),
      Math.max(...items.map(({ bottom }) => bottom)),
    ]
    const edge = menu.getBoundingClientRect()
    const isOut = edge.top < 0 || edge.bottom > height || edge.left < 0 || edge.right > width
    const scrolls = /auto|scroll/.test(getComputedStyle(menu).overflowY)
    if (isOut || (!scrolls && (above < 0 || below > height))) found.add(`${said(menu)} leaves the window`)
  }
  for (const part of scope.querySelectorAll<HTMLElement>('*')) {
    if (!part.checkVisibility() || part.closest('.sr')) continue
    const title =
      /^H[12]$/.test(part.tagName) &&
      part.clientWidth > 1 &&
      getComputedStyle(part).textOverflow !== 'ellipsis'
    if (title && part.scrollWidth > part.clientWidth + 1) found.add(`${said(part)} is cut`)
    // A part that scrolls, of which next to nothing is seen, is squashed by its neighbours.
    const scrolls =
      /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 8
    // A dialog's content has most of the window, however low that is.
    const asks = part.closest('dialog, section[tabindex="-1"]')
    const isContent = asks && part.clientWidth > asks.clientWidth / 2
    const seen = isContent ? openHeight(part) : part.clientHeight
    if (scrolls && seen < (isContent ? contentLeast : 2 * finger)) {
      found.add(`${said(part)} has only ${seen} of ${part.scrollHeight} px`)
    }
  }
  return [...found]
}

/** Whether the ring of what has the focus is cut by something around it that clips. */
export const isRingCut = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const target = document.activeElement
    if (!target) return false
    const { outlineOffset, outlineWidth } = getComputedStyle(target)
    const beyond = parseFloat(outlineOffset) + parseFloat(outlineWidth)
    const box = target.getBoundingClientRect()
    for (let part = target.parentElement; part; part = part.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(part)
      const edge = part.getBoundingClientRect()
      const cutsAcross =
        overflowX !== 'visible' && (box.left - beyond < edge.left || box.right + beyond > edge.right)
      const cutsDown =
        overflowY !== 'visible' && (box.top - beyond < edge.top || box.bottom + beyond > edge.bottom)
      if (cutsAcross || cutsDown) return true
    }
    return false
  })
