import { useEffect, useRef, useState } from 'react'
import type { Path } from 'react-router'
import { useKeeper } from './back'
import { UnsavedQuestion } from './UnsavedQuestion'

/** Whoever is signed out goes, whatever was typed. */
const never = ['/login', '/license-expired', '/own-password', '/second-factor']

const tabOf = ({ search }: Path) => new URLSearchParams(search).get('tab')

/** Where what was typed stands, and so which way leads out of it. */
const ways = {
  /** On a page: drawers and filters of it change only what follows the `?`, but another tab is another page. */
  page: (from: Path, to: Path) => from.pathname !== to.pathname || tabOf(from) !== tabOf(to),
  /** In a drawer that the address opens. */
  address: (from: Path, to: Path) => from.pathname !== to.pathname || from.search !== to.search,
  /** In a drawer that going back closes before anything else: only a link leads away from it. */
  drawer: (from: Path, to: Path, back: boolean) => !back && ways.address(from, to),
  /** In a dialog, which going back closes before anything else: only a reload loses it. */
  reload: () => false,
}

/** Asks before what was typed is lost: by closing, by back, by a link, by reload. `question` must be shown. */
export function useUnsaved(dirty: boolean, stands: keyof typeof ways) {
  const left = useRef(false)
  const [asked, setAsked] = useState<{ stay: () => void; go: () => void } | null>(null)
  useKeeper(dirty, {
    holds: (from, to, back) => !left.current && !never.includes(to.pathname) && ways[stands](from, to, back),
    stop: (stay, go) => setAsked({ stay, go }),
  })
  useEffect(() => {
    if (!dirty) return
    left.current = false
    const ask = (event: BeforeUnloadEvent) => {
      if (!left.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  /** What is typed may be lost from here on: it is saved, or was given up. */
  const release = () => {
    left.current = true
  }
  const answer = (chosen?: () => void) => {
    setAsked(null)
    chosen?.()
  }
  return {
    release,
    /** Goes, or asks first. */
    leave: (go: () => void) => {
      if (dirty && !left.current) setAsked({ stay: () => undefined, go })
      else go()
    },
    question: asked ? (
      <UnsavedQuestion
        onStay={() => answer(asked.stay)}
        onLeave={() => {
          release()
          answer(asked.go)
        }}
      />
    ) : null,
  }
}
