import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useKeeper } from './back'

/** What stands open before a screen: a dialog, a sheet, a panel, a note. */
export interface Layer {
  close: () => void
  /** A dialog of the browser's own: all else is inert behind it. */
  dialog: HTMLElement | null
}

/** All that is open, the last one in front: Esc and going back close that one alone. */
export const useLayers = create<{ layers: Layer[] }>(() => ({ layers: [] }))

/** The dialog in front, if any: what is to be seen must be in there. */
export const frontDialog = ({ layers }: { layers: Layer[] }) =>
  layers.findLast((each) => each.dialog)?.dialog ?? null

/** A menu closes by itself: the browser sees to that. */
export const isMenuOpen = () => document.querySelector('[popover]:popover-open') !== null

function enter(layer: Layer) {
  if (useLayers.getState().layers.length === 0) window.addEventListener('keydown', closeFront)
  useLayers.setState(({ layers }) => ({ layers: [...layers, layer] }))
  return () => {
    useLayers.setState(({ layers }) => ({ layers: layers.filter((each) => each !== layer) }))
    if (useLayers.getState().layers.length === 0) window.removeEventListener('keydown', closeFront)
  }
}

function closeFront(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented || isMenuOpen()) return
  // The browser would close a dialog without asking at the second time.
  event.preventDefault()
  if (!event.repeat) useLayers.getState().layers.at(-1)?.close()
}

/** While `close` is given this is open. When it closes, the keyboard goes on from where it was opened, unless it `returns` nowhere. */
export function useLayer(
  close: (() => void) | null,
  how: { back?: boolean; returns?: boolean; dialog?: () => HTMLElement | null } = {},
) {
  const latest = useRef(close)
  const from = useRef<Element | null>(null)
  const open = close !== null
  // As it is drawn: what stands in it may take the focus before it is entered.
  if (!open) from.current = null
  else from.current ??= document.activeElement
  useEffect(() => {
    latest.current = close
  })
  const { back = true, returns = true, dialog } = how
  // Going back (the button of an Android phone) closes it too.
  useKeeper(open && back, {
    holds: (_from, _to, isBack) => isBack,
    stop: (stay) => {
      stay()
      close?.()
    },
  })
  const element = useRef(dialog)
  useEffect(() => {
    if (!open) return
    const opener = from.current
    const leave = enter({ close: () => latest.current?.(), dialog: element.current?.() ?? null })
    return () => {
      leave()
      if (returns) focusAgain(opener)
    }
  }, [open, returns])
}

/** What has the focus meanwhile keeps it. An entry of a menu has gone with it: then it is the menu's button. */
function focusAgain(opener: Element | null) {
  const now = document.activeElement
  if (now !== null && now !== document.body && now.isConnected) return
  const menu = opener?.closest('[popover]')
  const target = menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : opener
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
