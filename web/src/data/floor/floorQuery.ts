import { get } from '../../api/client'
import { bringKept, keptQuery } from '../../api/kept'
import { restoreSession } from '../../session/session'
import { floorKeys } from './keys'

export const floorQuery = keptQuery(floorKeys.all, (signal) => get('/floor', undefined, signal))

/** Asks for the map's tables while the map's own script is still on its way; the map is drawn once, with what the device kept of them. */
export async function bringFloor() {
  if (await restoreSession()) await bringKept(floorQuery)
  return null
}
