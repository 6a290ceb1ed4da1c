import { get } from '../../api/client'
import { bringKept, keptQuery } from '../../api/kept'
import { restoreSession } from '../../session/session'
import { floorKeys } from './keys'

export const floorQuery = keptQuery(floorKeys.all, (signal) => get('/floor', undefined, signal))

/** Reads the floor while the script of the floor plan is still loading; it is drawn once, from what the device kept. */
export async function bringFloor() {
  if (await restoreSession()) await bringKept(floorQuery)
  return null
}
