import type { Place } from './draft'

interface Room {
  width: number
  height: number
}

export const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** Returns the position in percent of the drawing, whatever size that has. */
export const placeInPercent = (place: Place, room: Room) => ({
  left: percent(place.x, room.width),
  top: percent(place.y, room.height),
  width: percent(place.width, room.width),
  height: percent(place.height, room.height),
})
