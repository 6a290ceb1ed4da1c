/**
 * A browser that translates takes texts out of the page and puts its own in their place, most often in a `font`. React goes on with the
 * texts that it made: taking one out or putting something before it throws and ends the screen (facebook/react#11538), and writing into
 * one that nobody sees leaves the old figure standing. So what stands in a text's place is remembered, and the text goes back there
 * before anything is done with it; the browser may translate it again.
 */
const { appendChild, insertBefore, removeChild } = Node.prototype

/** Maps a text to the node that replaced it, and such a node to the texts that it stands for, in their order. */
const standIns = new WeakMap<Node, Node>()
const originals = new WeakMap<Node, Node[]>()

/** Keeps the screens working while a browser translates them; `tell` is called once, when that happens. */
export function surviveTranslation(tell: () => void) {
  let isTold = false
  const found = () => {
    if (!isTold) tell()
    isTold = true
  }
  const changes = new MutationObserver((seen) => remember(seen) && found())
  changes.observe(document, { childList: true, subtree: true })

  /** Returns whether the node is a child of `parent` again. */
  const isBack = (node: Node, parent: Node) => {
    if (!restore(node) && !unwrap(node, parent)) return false
    // Changes that this code made are no translation.
    changes.takeRecords()
    found()
    return node.parentNode === parent
  }
  const comeBack = (node: Node) => node.parentNode || !standIns.has(node) || isBack(node, node)

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode !== this && !isBack(child, this)) return child
    return removeChild.call(this, child) as T
  }
  Node.prototype.insertBefore = function <T extends Node>(child: T, next: Node | null): T {
    comeBack(child)
    const isThere = next?.parentNode === this || (next && isBack(next, this))
    return insertBefore.call(this, child, isThere ? next : null) as T
  }
  Node.prototype.appendChild = function <T extends Node>(child: T): T {
    comeBack(child)
    return appendChild.call(this, child) as T
  }
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get(this: Text) {
      return this.data
    },
    set(this: Text, value: string | null) {
      comeBack(this)
      this.data = value ?? ''
    },
  })
}

const isText = (node: Node) => node.nodeType === Node.TEXT_NODE
/* The app itself makes no `font` elements: they are a browser's translation. */
const isFont = (node: Node) => node.nodeName === 'FONT'

/** Notes the nodes that replaced texts, and returns whether a translation was among them. */
function remember(changes: MutationRecord[]): boolean {
  const added = new Set(changes.flatMap((change) => [...change.addedNodes]))
  const isForeign = (node: Node | null | undefined): node is Node =>
    !!node && added.has(node) && (isFont(node) || isText(node))
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    for (const node of removedNodes) {
      // A node that is translated again stands for the same texts.
      const texts = originals.get(node) ?? (isText(node) ? [node] : [])
      if (texts.length === 0 || node.parentNode) continue
      const near = [addedNodes[0], previousSibling, nextSibling].filter(isForeign)
      // The node beside it may be its neighbour's.
      const standIn = near.find((each) => !originals.has(each)) ?? near[0]
      if (!standIn) continue
      for (const text of texts) standIns.set(text, standIn)
      originals.set(standIn, [...(originals.get(standIn) ?? []), ...texts])
    }
  }
  return [...added].some(isFont)
}

/** Puts back a text, and all others that the same node shows, in place of that node. */
function restore(text: Node): boolean {
  const standIn = standIns.get(text)
  const place = standIn?.parentNode
  if (!standIn || !place || text.parentNode) return false
  for (const each of originals.get(standIn) ?? []) {
    standIns.delete(each)
    if (!each.parentNode) insertBefore.call(place, each, standIn)
  }
  originals.delete(standIn)
  removeChild.call(place, standIn)
  return true
}

/** Takes a text out of the node that was put around it. */
function unwrap(text: Node, parent: Node): boolean {
  if (!parent.contains(text) || text === parent) return false
  let around = text
  while (around.parentNode && around.parentNode !== parent) around = around.parentNode
  insertBefore.call(parent, text, around)
  if (!around.textContent) removeChild.call(parent, around)
  return true
}
