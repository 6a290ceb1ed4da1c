import { useEffect, useRef, useState } from 'react'
import { type Counts, type Slot, slotKey } from '../../data/cash/count'
import { typeKey } from '../../ui/NumericPad'

/** Nobody has ten thousand notes of a kind. */
const mostDigits = 4

/** Knows the slot that is being counted: the keys of the pad type into it, and "Siguiente" goes to the one after it. */
export function useCounting(slots: Slot[], counts: Counts, keep: (typed: Counts) => void) {
  const [active, setActive] = useState(0)
  // The first digit after choosing a row replaces what stands there.
  const [fresh, setFresh] = useState(true)
  const slot = slots[active] ?? slots[0]
  const activate = (index: number) => {
    setActive(index)
    setFresh(true)
  }
  const set = (value: string) => {
    if (slot) keep({ [slotKey(slot)]: value })
  }
  const press = (key: string) => {
    if (!slot) return
    const before = fresh && key !== 'Backspace' ? '' : (counts[slotKey(slot)] ?? '')
    set((slot.kind === 'denomination' ? typeKey(before, key, 0, mostDigits) : typeKey(before, key)) || '0')
    setFresh(false)
  }
  const down = () => activate((active + 1) % slots.length)
  return {
    active,
    slot,
    nextSlot: slots[(active + 1) % slots.length],
    activate,
    press,
    next: () => {
      // Walking past a row counts it as zero.
      if (slot && counts[slotKey(slot)] === undefined) set('0')
      down()
    },
    down,
    up: () => activate((active + slots.length - 1) % slots.length),
  }
}

/** Keeps the current row in sight, also when the phone is turned, and the focus on it, if it is on a row. */
export function useCurrentInSight(active: number) {
  const rows = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn as the current row follows `active`
  useEffect(() => {
    const row = rows.current?.querySelector<HTMLElement>('[aria-current=true]')
    if (document.activeElement?.matches('[aria-current]')) row?.focus()
    const show = () => row?.scrollIntoView({ block: 'nearest' })
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [active])
  return rows
}
