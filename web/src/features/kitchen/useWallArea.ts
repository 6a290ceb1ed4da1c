import { useState } from 'react'
import type { KitchenArea } from '../../api/model'

const remembered = 'comanda.kitchen-area'

/** Keeps the area of this kitchen screen on the device, because nobody would choose it again after a power cut. */
export function useWallArea(areas: KitchenArea[]): [number | null, (area: number | null) => void] {
  const [chosen, setChosen] = useState(read)
  const choose = (area: number | null) => {
    if (area === null) localStorage.removeItem(remembered)
    else localStorage.setItem(remembered, String(area))
    setChosen(area)
  }
  // An area that was deleted would leave the screen empty for ever.
  return [areas.some((area) => area.id === chosen) ? chosen : null, choose]
}

function read(): number | null {
  const id = Number(localStorage.getItem(remembered))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
