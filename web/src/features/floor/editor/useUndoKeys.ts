import { useEffect, useRef } from 'react'

/** Binds Ctrl+Z and Ctrl+Y (or with Shift), unless a field needs them for its own text. */
export function useUndoKeys(undo: () => void, redo: () => void) {
  const latest = useRef({ undo, redo })
  useEffect(() => {
    latest.current = { undo, redo }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        /^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)
      )
        return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
