import type { DishClass, MenuReport } from '../../../api/model'
import { number } from '../../../i18n/region'
import { centimos } from '../../../ui/format'
import { type Box, cornersOf, labelsOf, roomOf, withRoom } from './places'
import { ticksOf } from './ticks'

/** Returns a scale from the least to the most with some room at both ends: a value's place between 0 and 1, and the marks. */
function scaleOf(values: number[], unit: number) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = (most - least || Math.abs(most) || 1) * 0.12
  const [from, to] = [least - room, most + room]
  return { at: (value: number) => (value - from) / (to - from), ticks: ticksOf(from, to, unit) }
}

interface Size {
  width: number
  height: number
}

/**
 * Returns where the chart's points, names, lines and marks of the axes stand: points and names in px, the rest in percent. The
 * names of the class that the title is about find their room first; `words` stand in the corners, on a phone there are none.
 */
export function placesOf(
  { dishes, lines }: Pick<MenuReport, 'dishes' | 'lines'>,
  { width, height }: Size,
  marked: DishClass | null,
  words: readonly string[],
) {
  const across = scaleOf([...dishes.map((dish) => Number(dish.units)), Number(lines.units)], 1)
  const up = scaleOf([...dishes.map((dish) => centimos(dish.margin)), centimos(lines.margin)], 100)
  const raw = dishes.map((dish) => ({
    key: String(dish.product_id),
    x: across.at(Number(dish.units)) * width,
    y: (1 - up.at(centimos(dish.margin))) * height,
    text: dish.name,
  }))
  const corners = width === 0 ? [] : cornersOf(words, { width, height })
  const room = roomOf(raw, height, corners)
  const points = raw.map((point) => ({ ...point, y: withRoom(point.y, height, room) }))
  const downOf = (margin: number) =>
    (withRoom((1 - up.at(margin)) * height, height, room) / (height || 1)) * 100
  const line = { x: across.at(Number(lines.units)) * 100, y: downOf(centimos(lines.margin)) }
  const isMarked = (key: string) => dishes.find((dish) => String(dish.product_id) === key)?.class === marked
  const named = points.toSorted((a, b) => Number(isMarked(b.key)) - Number(isMarked(a.key)))
  return {
    points,
    labels: labelsOf(named, { width, height }, [...corners, ...strokesOf(line, width, height)]),
    line,
    across: across.ticks.map((tick) => ({ text: number(tick), at: across.at(tick) * 100 })),
    up: up.ticks.map((tick) => ({ text: number(tick / 100), at: downOf(tick) })),
  }
}

/** Returns the boxes of the two lines, in which no name stands. */
const strokesOf = (line: { x: number; y: number }, width: number, height: number): Box[] => {
  const [x, y] = [(line.x / 100) * width, (line.y / 100) * height]
  return [
    { left: 0, right: width, top: y - 1, bottom: y + 1 },
    { left: x - 1, right: x + 1, top: 0, bottom: height },
  ]
}
