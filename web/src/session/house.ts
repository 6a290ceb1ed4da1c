import { create } from 'zustand'

/** How the house writes times and amounts, and the limits that screens repeat; the server says it with the profile. */
export interface House {
  /** `America/Lima` */
  time_zone: string
  /** `04:00`: when a business day begins. */
  business_day_start: string
  currency: string
  /** This stands before an amount: `S/` */
  currency_symbol: string
  /** A boleta above this names its client. */
  max_unnamed_boleta: string
}

/* Until somebody has signed in only the device's settings are known; no amount is shown before. */
const unknown: House = {
  time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  business_day_start: '00:00',
  currency: '',
  currency_symbol: '',
  max_unnamed_boleta: '0',
}

export const useHouse = create<House>()(() => unknown)

export const house = () => useHouse.getState()

/** Takes what the server said; a session of an older version does not know it yet. */
export function setHouse(now: House | undefined) {
  if (now) useHouse.setState(now)
}
