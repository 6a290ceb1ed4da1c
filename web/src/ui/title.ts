import { useEffect } from 'react'

/** Sets the window's title to what is open, so that tabs and history can be told apart. */
export function useTitle(...parts: (string | null | undefined)[]) {
  const title = [...parts, 'Comanda'].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
    return () => {
      document.title = 'Comanda'
    }
  }, [title])
}
