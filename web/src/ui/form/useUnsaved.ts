import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/** Whoever is signed out goes, whatever was typed. */
const never = ['/login', '/license-expired']

/** Asks before what was typed is lost: by closing, by back, by a link, by reload. */
export function useUnsaved(dirty: boolean) {
  const now = useRef(dirty)
  const left = useRef(false)
  useEffect(() => {
    now.current = dirty
  }, [dirty])
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      now.current &&
      !left.current &&
      !never.includes(to.pathname) &&
      (from.pathname !== to.pathname || from.search !== to.search),
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!left.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  return {
    blocked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    /** What is typed may be lost from here on: it is saved, or was given up. */
    release: () => {
      left.current = true
    },
    go: () => blocker.proceed?.(),
  }
}
