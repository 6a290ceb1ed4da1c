import { type ReactElement, useEffect, useState } from 'react'
import { useLocation, useOutlet } from 'react-router'
import c from './RouteTransition.module.css'

const outMs = 40

interface Shown {
  key: string
  outlet: ReactElement | null
}

/** One screen at a time: the old one slides out, then the new one in. `keyOf` says which paths share a screen. */
export function RouteTransition({ keyOf = (path: string) => path }: { keyOf?: (path: string) => string }) {
  const outlet = useOutlet()
  const key = keyOf(useLocation().pathname)
  const [shown, setShown] = useState<Shown>({ key, outlet })
  const leaving = shown.key !== key

  useEffect(() => {
    if (!leaving) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(() => setShown({ key, outlet }), still ? 0 : outMs)
    return () => clearTimeout(timer)
  }, [leaving, key, outlet])

  return (
    <div className={c.view} key={shown.key} data-leaving={leaving || undefined}>
      {leaving ? shown.outlet : outlet}
    </div>
  )
}
