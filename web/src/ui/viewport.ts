import { useSyncExternalStore } from 'react'

/** Returns whether a media query matches now; the component is drawn again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

/** True where the log-in page has no room for its picture. */
export const useOnePane = () => useMedia('(max-width: 900px)')
/** True on screens too narrow for two columns, where the second one comes below. */
export const useOneColumn = () => useMedia('(max-width: 1000px)')
export const usePhone = () => useMedia('(max-width: 700px)')
/** It is true on screens too narrow for the floor plan to be drawn to scale. */
export const useNarrow = () => useMedia('(max-width: 1100px)')
/** True when there is no mouse and things are picked with a finger. */
export const useTouch = () => useMedia('(pointer: coarse)')
