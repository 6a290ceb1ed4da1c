import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { raise } from './Dialog'
import { DialogElement, useDialogElement } from './layers'

/**
 * Keeps a part that a turned screen shows in another place: beside what it belongs to, or in a dialog above it. React would make
 * it anew there, without what was typed; this moves its element instead. `place` is shown where the part stands, `part` once,
 * outside of both.
 */
export function useMoving(children: ReactNode) {
  const [box] = useState(makeBox)
  const [around, setAround] = useState<HTMLElement | null>(null)
  return {
    place: <Place box={box} onMoved={setAround} />,
    part: createPortal(<DialogElement value={around}>{children}</DialogElement>, box),
  }
}

function makeBox() {
  const box = document.createElement('div')
  box.style.display = 'contents'
  return box
}

/** The element inside a box that had the focus when the box left its last place. */
const focused = new WeakMap<HTMLElement, HTMLElement>()

function Place({ box, onMoved }: { box: HTMLElement; onMoved: (around: HTMLElement | null) => void }) {
  const spot = useRef<HTMLDivElement>(null)
  const around = useDialogElement()
  useLayoutEffect(() => {
    spot.current?.append(box)
    return () => {
      const element = document.activeElement
      if (element instanceof HTMLElement && box.contains(element)) focused.set(box, element)
      else focused.delete(box)
    }
  }, [box])
  useEffect(() => {
    onMoved(around)
    // The browser closes a dialog that is moved, and one that opens around it would lie above it.
    raise(box)
    // It scrolled to its beginning, so what it was opened for scrolls back into sight.
    box.querySelector('[data-in-sight]')?.scrollIntoView({ block: 'center' })
    const field = focused.get(box)
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'nearest' })
  }, [box, around, onMoved])
  return <div ref={spot} style={{ display: 'contents' }} />
}
