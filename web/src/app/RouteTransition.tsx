import { useDeferredValue, useMemo } from 'react'
import { useLocation, useOutlet } from 'react-router'
import c from './RouteTransition.module.css'

/** One screen at a time: the old one slides out while the new one is made, which then slides in. `keyOf` says which paths share a screen. */
export function RouteTransition({ keyOf = (path: string) => path }: { keyOf?: (path: string) => string }) {
  const outlet = useOutlet()
  const key = keyOf(useLocation().pathname)
  const next = useMemo(() => ({ key, outlet }), [key, outlet])
  const shown = useDeferredValue(next)
  const leaving = shown.key !== key

  return (
    <div className={c.view} key={shown.key} data-leaving={leaving || undefined}>
      {leaving ? shown.outlet : outlet}
    </div>
  )
}
