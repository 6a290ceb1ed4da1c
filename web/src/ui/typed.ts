import { createContext, useContext, useEffect, useState } from 'react'

/** What a dialog offers to those who stand in it. */
interface Typing {
  /** Goes, or asks first when something was typed. */
  leave: (go: () => void) => void
  /** Something was typed in a part of it. */
  setTyped: (typed: boolean) => void
}

export const Typing = createContext<Typing>({ leave: (go) => go(), setTyped: () => undefined })
export const useLeave = () => useContext(Typing).leave

const written = (holds: unknown) =>
  JSON.stringify(holds, (_, value) => (value instanceof File ? value.name : value))

/** Whether it is no longer what it was at first. */
export function useChanged(holds: unknown): boolean {
  const now = written(holds)
  const [start] = useState(now)
  return now !== start
}

/** For a form inside a dialog that keeps what is typed to itself: closing the dialog asks before it is lost. */
export function useTyped(holds: unknown) {
  const { setTyped } = useContext(Typing)
  const changed = useChanged(holds)
  useEffect(() => {
    setTyped(changed)
    return () => setTyped(false)
  }, [changed, setTyped])
}
