import { createContext, useContext, useEffect, useRef } from 'react'
import { create } from 'zustand'
import { awaitBack, useKeeper } from './back'
import { openMenu } from './openMenu'

/** Something open in front of a screen: a dialog, a sheet, a panel or a note. */
export interface Layer {
  close: () => void
  /** The dialog of the browser's own, if it is one: everything else is inert behind it. */
  dialog: HTMLElement | null
  /** The dialog in which it stands; null on the screen itself. */
  around: HTMLElement | null
  /** True when going back closes it. */
  back: () => boolean
}

/** This context holds the dialog around a part: floating content must float inside it, or it would lie behind. */
export const DialogElement = createContext<HTMLElement | null>(null)
export const useDialogElement = () => useContext(DialogElement)

/** All open layers, the front one last: Esc and going back close that one alone. */
export const useLayers = create<{ layers: Layer[] }>(() => ({ layers: [] }))

/** Returns the dialog in front, if any: new content must appear in there to be seen. */
export const frontDialog = ({ layers }: { layers: Layer[] }) =>
  layers.findLast((each) => each.dialog)?.dialog ?? null

/** A menu closes by itself: the browser closes it at Esc, and `back` does when somebody goes back. */
export const isMenuOpen = () => openMenu() !== null

function enter(layer: Layer) {
  if (useLayers.getState().layers.length === 0) window.addEventListener('keydown', closeFront)
  useLayers.setState(({ layers }) => {
    const place = placeOf(layer, layers)
    return { layers: [...layers.slice(0, place), layer, ...layers.slice(place)] }
  })
  return () => {
    useLayers.setState(({ layers }) => ({ layers: layers.filter((each) => each !== layer) }))
    if (useLayers.getState().layers.length === 0) window.removeEventListener('keydown', closeFront)
  }
}

/**
 * The layer goes in front of all, unless something stands on it already: turning the screen draws the lower one anew, and must
 * not cover the upper one.
 */
function placeOf({ dialog, around }: Layer, layers: Layer[]) {
  const below = around ? layers.findIndex((each) => each.dialog === around) : -1
  const above = layers.findIndex((each, index) =>
    dialog ? dialog.contains(each.dialog ?? each.around) : index > below && each.dialog !== null,
  )
  return above < 0 ? layers.length : above
}

const closeTop = () => useLayers.getState().layers.at(-1)?.close()

let answered = false

/**
 * The browser itself may ask a dialog to close, as Android's back does. It asks all at once that opened without a tap between, as
 * dialogs do when the screen is turned: only the first request counts, and closes the one in front.
 */
export function closeAsAsked() {
  if (answered) return
  answered = true
  setTimeout(() => {
    answered = false
  })
  closeTop()
}

function closeFront(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented || isMenuOpen()) return
  // The browser would close a dialog without asking at the second time.
  event.preventDefault()
  if (!event.repeat) closeTop()
}

/** The layer is open while `close` is given. When it closes, the focus returns to where it was, unless `returns` is false. */
export function useLayer(
  close: (() => void) | null,
  how: {
    back?: boolean
    returns?: boolean
    dialog?: () => HTMLElement | null
    /**
     * Returns the layer's element, where it can appear together with the dialog around it, which is not known yet when this is
     * drawn.
     */
    part?: () => HTMLElement | null
  } = {},
) {
  const { back = true, returns = true, dialog, part } = how
  const around = useDialogElement()
  const latest = useRef({ close, back, around })
  const from = useRef<Element | null>(null)
  const open = close !== null
  // The focus is noted while drawing: an element inside may take it before the layer is entered.
  if (!open) from.current = null
  else from.current ??= document.activeElement
  useEffect(() => {
    latest.current = { close, back, around }
  })
  // Going back closes the layer in front too, which is not always the one that was drawn last.
  useKeeper(open && back, {
    holds: (_from, _to, isBack) => isBack,
    stop: (stay, _go, presses) => {
      stay()
      const open = useLayers.getState().layers.filter((layer) => layer.back())
      for (const layer of open.slice(-presses).reverse()) layer.close()
    },
  })
  const elements = useRef({ dialog, part })
  useEffect(() => {
    if (!open) return
    if (latest.current.back) awaitBack()
    const opener = from.current
    const own = elements.current
    const leave = enter({
      close: () => latest.current.close?.(),
      dialog: own.dialog?.() ?? null,
      around: own.part?.()?.closest('dialog') ?? latest.current.around,
      back: () => latest.current.back,
    })
    return () => {
      leave()
      if (returns) focusAgain(opener)
    }
  }, [open, returns])
}

/** Gives the focus back, unless something else has it. A menu's entry has gone with its menu: then the menu's button gets it. */
function focusAgain(opener: Element | null) {
  const now = document.activeElement
  if (now !== null && now !== document.body && now.isConnected) return
  const menu = opener?.closest('[popover]')
  const target = menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : opener
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
