import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const longPressMs = 500
/** A finger that moves further scrolls. */
const stillPx = 10

/** Handles a long press, a right click and the menu key. On an iPhone no browser reports a long press, so it is measured. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const finger = useRef<'up' | 'down' | 'long'>('up')
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const act = () => {
    stop()
    // Android reports it too, a moment earlier or later.
    if (finger.current === 'long') return
    if (finger.current === 'down') finger.current = 'long'
    onLong()
  }
  const lift = () => {
    stop()
    if (finger.current === 'down') finger.current = 'up'
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      stop()
      finger.current = event.pointerType === 'touch' ? 'down' : 'up'
      if (finger.current === 'up') return
      from.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(act, longPressMs)
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = from.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > stillPx) stop()
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      act()
    },
    /* The tap that ends a long press opens nothing. */
    onClickCapture: (event: MouseEvent) => {
      if (finger.current === 'long' && event.detail > 0) event.stopPropagation()
      finger.current = 'up'
    },
  }
}
