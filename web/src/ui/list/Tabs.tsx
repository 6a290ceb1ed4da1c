import { Link, useSearchParams } from 'react-router'
import { useOpenInSight } from '../inSight'
import c from './Tabs.module.css'

interface Props<Key extends string> {
  label: string
  tabs: readonly { key: Key; label: string }[]
  current: Key
}

/** Shows lists that belong together on one page; each is an address of its own. */
export function Tabs<Key extends string>({ label, tabs, current }: Props<Key>) {
  const nav = useOpenInSight(current)
  return (
    <nav ref={nav} className={c.tabs} aria-label={label}>
      {tabs.map((tab, at) => (
        <Link
          key={tab.key}
          to={at === 0 ? '?' : `?tab=${tab.key}`}
          aria-current={tab.key === current ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/** Returns the tab that the address names; the first one if it names none. */
export function useTab<Key extends string>(keys: readonly [Key, ...Key[]]): Key {
  const named = useSearchParams()[0].get('tab')
  return keys.find((key) => key === named) ?? keys[0]
}
