import { useState } from 'react'
import type { KitchenArea } from '../../api/model'

const remembered = 'comanda.kitchen-area'

/** The area that this screen hangs in: kept on the device, for a wall has nobody to choose it again after a power cut. */
export function useWallArea(areas: KitchenArea[]): [number | null, (area: number | null) => void] {
  const [chosen, setChosen] = useState(read)
  const choose = (area: number | null) => {
    if (area === null) localStorage.removeItem(remembered)
    else localStorage.setItem(remembered, String(area))
    setChosen(area)
  }
  // An area that is there no more would leave the wall empty for ever.
  return [areas.some((area) => area.id === chosen) ? chosen : null, choose]
}

function read(): number | null {
  const id = Number(localStorage.getItem(remembered))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
