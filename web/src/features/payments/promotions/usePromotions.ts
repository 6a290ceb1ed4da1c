import { useState } from 'react'
import type { Promotion } from '../../../api/model'
import { inForce, readChosen, writeChosen } from './handouts'

/** The promotions that go out with the receipt, as this device chose them last; and the way to choose. */
export function usePromotions(offered: Pick<Promotion, 'id'>[]) {
  const [chosen, setChosen] = useState(readChosen)
  const choose = (ids: number[]) => {
    setChosen(ids)
    writeChosen(ids)
  }
  return [inForce(chosen, offered), choose] as const
}
