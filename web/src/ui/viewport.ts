import { useSyncExternalStore } from 'react'

/** Whether a media query holds now; the component is drawn again when that changes. */
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

/** The log-in page has no room for its picture. */
export const useOnePane = () => useMedia('(max-width: 900px)')
/** What stands beside something else comes below it. */
export const useOneColumn = () => useMedia('(max-width: 1000px)')
export const usePhone = () => useMedia('(max-width: 700px)')
/** Narrower than a till: no room drawn to scale. */
export const useNarrow = () => useMedia('(max-width: 1100px)')
/** There is no mouse: what is tapped is picked with a finger. */
export const useTouch = () => useMedia('(pointer: coarse)')
