import { create } from 'zustand'

/** The company's format of times and amounts, and limits that screens repeat; the server sends it with the profile. */
export interface House {
  /** The time zone, such as `America/Lima`. */
  time_zone: string
  /** The time when a business day begins, such as `04:00`. */
  business_day_start: string
  currency: string
  /** This stands before an amount: `S/` */
  currency_symbol: string
  /** A boleta above this amount names its client. */
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

/** Takes the server's values; a session of an older version does not have them yet. */
export function setHouse(now: House | undefined) {
  if (now) useHouse.setState(now)
}
