import { createContext, useContext, useLayoutEffect, useState } from 'react'

/** A dialog offers these functions to the forms inside it. */
interface Typing {
  /** Closes the dialog, or asks first when something was typed. */
  leave: (go: () => void) => void
  /** Says that something was typed in a part of the dialog. */
  setTyped: (typed: boolean) => void
}

export const Typing = createContext<Typing>({ leave: (go) => go(), setTyped: () => undefined })
export const useLeave = () => useContext(Typing).leave

const written = (holds: unknown) =>
  JSON.stringify(holds, (_, value) => (value instanceof File ? value.name : value))

/** True when its values differ from the first ones. */
export function useChanged(holds: unknown): boolean {
  const now = written(holds)
  const [start] = useState(now)
  return now !== start
}

/** Lets a form inside a dialog that keeps its own values make the dialog ask before closing loses them. */
export function useTyped(holds: unknown) {
  const { setTyped } = useContext(Typing)
  const changed = useChanged(holds)
  // The dialog knows of a key before the next one comes: an effect after painting would let a quick Esc lose it.
  useLayoutEffect(() => {
    setTyped(changed)
    return () => setTyped(false)
  }, [changed, setTyped])
}
