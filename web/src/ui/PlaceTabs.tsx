import type { ReactNode } from 'react'
import { useOpenInSight } from './inSight'
import c from './PlaceTabs.module.css'

interface Props<Id> {
  label: string
  places: { id: Id; name: ReactNode }[]
  value: Id | undefined
  /** True when the tabs stand closer together, because there are many. */
  dense?: boolean
  onChange: (id: Id) => void
}

/** Shows tabs with the current place in ink on paper, because they are places and not actions. */
export function PlaceTabs<Id extends string | number>({ label, places, value, dense, onChange }: Props<Id>) {
  const nav = useOpenInSight(value)
  return (
    <nav ref={nav} className={c.tabs} data-dense={dense || undefined} aria-label={label}>
      {places.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-current={id === value ? 'page' : undefined}
          onClick={() => id !== value && onChange(id)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
