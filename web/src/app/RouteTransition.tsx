import { useLocation, useOutlet } from 'react-router'
import { isLeaving } from '../ui/back'
import c from './RouteTransition.module.css'

/**
 * Shows one screen at a time: the next one is made while the old one is still seen, and slides in. `keyOf` says which paths share
 * a screen. A tap on what is being left would go there a second time, and back would have to be tapped twice.
 */
export function RouteTransition({ keyOf = (path: string) => path }: { keyOf?: (path: string) => string }) {
  const outlet = useOutlet()
  const key = keyOf(useLocation().pathname)

  return (
    <div
      className={c.view}
      key={key}
      onClickCapture={(event) => {
        if (!isLeaving() || keyOf(window.location.pathname) === key) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {outlet}
    </div>
  )
}
