import { type ReactNode, useEffect, useRef } from 'react'
import c from './PlaceTabs.module.css'

interface Props<Id> {
  label: string
  places: { id: Id; name: ReactNode }[]
  value: Id | undefined
  /** Closer together, where there are many. */
  dense?: boolean
  onChange: (id: Id) => void
}

/** Where one is: ink on paper, because it is a place and no action. */
export function PlaceTabs<Id extends string | number>({ label, places, value, dense, onChange }: Props<Id>) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place that is open now is found by its mark
  useEffect(() => {
    // Where not all fit side by side, the one that is open is in sight.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [value])
  return (
    <nav ref={nav} className={c.tabs} data-dense={dense || undefined} aria-label={label}>
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
