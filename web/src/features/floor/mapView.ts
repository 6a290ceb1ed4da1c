import { useState } from 'react'

type View = 'map' | 'list'
const place = 'comanda.map-view'

/** Returns the room or the list, as this device showed it last, and the function that changes it. */
export function useMapView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (read() === 'list' ? 'list' : 'map'))
  return [
    view,
    (chosen) => {
      setView(chosen)
      try {
        localStorage.setItem(place, chosen)
      } catch {
        // If it cannot be stored, the next visit begins with the room.
      }
    },
  ]
}

function read(): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}
