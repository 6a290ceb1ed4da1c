import { useCallback, useEffect, useRef, useState } from 'react'

/** The name of the field that gets the focus next: one of a line by its index, or one of the page. */
type Target = string

const fieldAt = (target: Target) => document.querySelector<HTMLElement>(`[data-at="${target}"]`)

/** Moves the focus between the fields of the page and knows the line that is being typed; `first` has the focus at the start. */
export function useFieldFocus(first: Target | null) {
  const [active, setActive] = useState<number | null>(null)
  const wanted = useRef(first)

  // The field may exist only after this render.
  useEffect(() => {
    const field = wanted.current && fieldAt(wanted.current)
    if (!field) return
    wanted.current = null
    field.focus()
  })
  const [, redraw] = useState(0)
  const go = useCallback((target: Target) => {
    wanted.current = target
    redraw((count) => count + 1)
  }, [])
  const goToLine = useCallback(
    (at: number, field: 'quantity' | 'price') => {
      setActive(at)
      go(`${at}.${field}`)
    },
    [go],
  )
  const goToSearch = useCallback(() => {
    setActive(null)
    go('search')
  }, [go])
  return { active, setActive, go, goToLine, goToSearch }
}

export type FieldFocus = ReturnType<typeof useFieldFocus>
