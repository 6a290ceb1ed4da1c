import { useEffect, useRef } from 'react'

/** Focuses the first field of the row that was just added. Rows are marked by `data-row`. */
export function useFocusNew<E extends HTMLElement>(rows: number) {
  const area = useRef<E>(null)
  const added = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row more is what it waits for
  useEffect(() => {
    if (!added.current) return
    added.current = false
    const row = [...(area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].at(-1)
    row?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }, [rows])
  return {
    area,
    adding: () => {
      added.current = true
    },
  }
}
