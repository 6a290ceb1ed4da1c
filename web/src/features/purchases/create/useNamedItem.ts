import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { keyOf } from '../draft'
import type { Buyable } from '../items'

/** Adds the item that the address names (`?item=SUPPLY:3`), once; then the address drops it, so that a reload adds nothing. */
export function useNamedItem(items: readonly Buyable[], add: (item: Buyable) => void) {
  const [params, setParams] = useSearchParams()
  const named = params.get('item')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each name, as soon as the items are there
  useEffect(() => {
    if (!named || items.length === 0) return
    const item = items.find((each) => keyOf(each) === named)
    setParams({}, { replace: true })
    if (item) add(item)
  }, [named, items])
}
