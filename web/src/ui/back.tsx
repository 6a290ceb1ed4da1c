import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { create } from 'zustand'

/** What going back closes, the last one in front. */
const useClosers = create<{ closers: (() => void)[] }>(() => ({ closers: [] }))

/** While this is open, going back (the button of an Android phone) closes it and stays; null: nothing is open. */
export function useBackCloses(close: (() => void) | null) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  const open = close !== null
  useEffect(() => {
    if (!open) return
    const closer = () => latest.current?.()
    useClosers.setState(({ closers }) => ({ closers: [...closers, closer] }))
    return () =>
      useClosers.setState(({ closers }) => ({ closers: closers.filter((each) => each !== closer) }))
  }, [open])
}

/** Stands once, inside the router. */
export function BackGuard() {
  const close = useClosers(({ closers }) => closers.at(-1))
  return close ? <Guard close={close} /> : null
}

function Guard({ close }: { close: () => void }) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    close()
  }, [blocker, close])
  return null
}
