import { useState } from 'react'
import type { Promotion } from '../../../api/model'
import { inForce, readChosen, writeChosen } from './handouts'

/** Returns the promotions that are printed with the receipt, as this device chose them last, and the function that chooses. */
export function usePromotions(offered: Pick<Promotion, 'id'>[]) {
  const [chosen, setChosen] = useState(readChosen)
  const choose = (ids: number[]) => {
    setChosen(ids)
    writeChosen(ids)
  }
  return [inForce(chosen, offered), choose] as const
}
