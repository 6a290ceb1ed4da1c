import type { ReactNode } from 'react'
import c from './PlaceTabs.module.css'

interface Props<Id> {
  label: string
  places: { id: Id; name: ReactNode }[]
  value: Id | undefined
  onChange: (id: Id) => void
}

/** Where one is: ink on paper, because it is a place and no action. */
export function PlaceTabs<Id extends string | number>({ label, places, value, onChange }: Props<Id>) {
  return (
    <nav className={c.tabs} aria-label={label}>
      {places.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-current={id === value ? 'page' : undefined}
          onClick={() => onChange(id)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
