import { get } from '../../api/client'
import { keptQuery } from '../../api/kept'
import { queryClient } from '../../api/query'
import { restoreSession } from '../../session/session'
import { floorKeys } from './keys'

export const floorQuery = keptQuery(floorKeys.all, (signal) => get('/floor', undefined, signal))

/** Asks for the map's tables while the map's own script is still on its way. */
export async function bringFloor() {
  void restoreSession().then((session) => session && queryClient.prefetchQuery(floorQuery))
  return null
}
