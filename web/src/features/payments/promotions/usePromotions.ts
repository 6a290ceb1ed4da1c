import { useState } from 'react'
import type { Promotion } from '../../../api/model'
import { chosenInForce, keepChosenPromotions, readChosenPromotions } from './chosenPromotions'

/** Returns the promotions that are printed with the receipt, as this device chose them last, and the function that chooses. */
export function usePromotions(offered: Pick<Promotion, 'id'>[]) {
  const [chosen, setChosen] = useState(readChosenPromotions)
  const choose = (ids: number[]) => {
    setChosen(ids)
    keepChosenPromotions(ids)
  }
  return [chosenInForce(chosen, offered), choose] as const
}
