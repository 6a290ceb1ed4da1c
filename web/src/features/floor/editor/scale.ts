import type { Place } from './draft'

interface Room {
  width: number
  height: number
}

export const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** Where a place of the room is on its drawing, whatever size that has. */
export const at = (place: Place, room: Room) => ({
  left: percent(place.x, room.width),
  top: percent(place.y, room.height),
  width: percent(place.width, room.width),
  height: percent(place.height, room.height),
})
