import { useEffect, useRef, useState } from 'react'
import type { Path } from 'react-router'
import { useKeeper } from './back'
import { UnsavedQuestion } from './UnsavedQuestion'

/** These pages are reached by being signed out or held up, which loses typed text without asking. */
const never = ['/login', '/license-expired', '/own-password', '/second-factor']

const tabOf = ({ search }: Path) => new URLSearchParams(search).get('tab')

/** The form's place decides which changes of the address leave it. */
const ways = {
  /** The form is on a page: drawers and filters change only what follows the `?`, but another tab is another page. */
  page: (from: Path, to: Path) => from.pathname !== to.pathname || tabOf(from) !== tabOf(to),
  /** The form is in a drawer that the address opens. */
  address: (from: Path, to: Path) => from.pathname !== to.pathname || from.search !== to.search,
  /** The form is in a drawer that going back closes before anything else: only a link leads away from it. */
  drawer: (from: Path, to: Path, back: boolean) => !back && ways.address(from, to),
  /** The form is in a dialog, which going back closes before anything else: only a reload loses it. */
  reload: () => false,
}

/** Asks before typed values are lost by closing, going back, a link or a reload. `question` must be rendered. */
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
  /** From here on the typed text may be lost: it is saved, or was given up. */
  const release = () => {
    left.current = true
  }
  const answer = (chosen?: () => void) => {
    setAsked(null)
    chosen?.()
  }
  return {
    release,
    /** Leaves, or asks first. */
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
