/** A point of a chart in px, from its top left corner, with what is written beside it. */
export interface MenuPoint {
  key: string
  x: number
  y: number
  text: string
}

/** The name of a point: the point's place, and the side of it where the name stands. */
export interface Label extends MenuPoint {
  side: 'right' | 'left' | 'above' | 'below'
}

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/* This is the width of a letter in px, in the type of the names. */
const letter = 7.2
const line = 20
const gap = 12

const crosses = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function boxOf({ x, y, text }: MenuPoint, side: Label['side']): Box {
  const width = text.length * letter
  switch (side) {
    case 'right':
      return { left: x + gap, right: x + gap + width, top: y - line / 2, bottom: y + line / 2 }
    case 'left':
      return { left: x - gap - width, right: x - gap, top: y - line / 2, bottom: y + line / 2 }
    case 'above':
      return { left: x - width / 2, right: x + width / 2, top: y - gap - line, bottom: y - gap }
    default:
      return { left: x - width / 2, right: x + width / 2, top: y + gap, bottom: y + gap + line }
  }
}

/** The height of the words in a corner in px. */
const cornerHigh = 56

/** Returns the boxes that the words in the corners take: above left, below left, above right, below right. */
export function cornersOf(
  words: readonly string[],
  { width, height }: { width: number; height: number },
): Box[] {
  return words.map((text, at) => {
    const wide = text.length * letter + 2 * gap
    const left = at < 2 ? 0 : width - wide
    const top = at % 2 === 0 ? 0 : height - cornerHigh
    return { left, right: left + wide, top, bottom: top + cornerHigh }
  })
}

/**
 * Returns the room in px that stays free above and below so that no point lies on the words in the corners; `y` of a point is
 * its place without such room.
 */
export function roomOf(
  points: readonly { x: number; y: number }[],
  height: number,
  corners: readonly Box[],
): { above: number; below: number } {
  const rooms = [0, cornerHigh].flatMap((below) => [0, cornerHigh].map((above) => ({ above, below })))
  const isFree = (room: { above: number; below: number }) =>
    points.every(
      ({ x, y }) => !corners.some((corner) => crosses(dotOf(x, withRoom(y, height, room)), corner)),
    )
  return rooms.find(isFree) ?? { above: cornerHigh, below: cornerHigh }
}

/** Returns where a point is once there is room above and below. */
export const withRoom = (y: number, height: number, { above, below }: { above: number; below: number }) =>
  height === 0 ? y : above + (y / height) * (height - above - below)

const dotOf = (x: number, y: number): Box => ({ left: x - 9, right: x + 9, top: y - 9, bottom: y + 9 })

/**
 * Places names beside their points, in their order, so that none covers another name or point; a name without room is left out.
 */
export function labelsOf(
  points: readonly MenuPoint[],
  { width, height }: { width: number; height: number },
  used: readonly Box[] = [],
): Label[] {
  const dots = points.map(({ x, y }) => dotOf(x, y))
  const taken: Box[] = [...used, ...dots]
  const labels: Label[] = []
  for (const point of points) {
    for (const side of ['right', 'left', 'above', 'below'] as const) {
      const box = boxOf(point, side)
      const fits = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height
      if (!fits || taken.some((other) => crosses(box, other))) continue
      taken.push(box)
      labels.push({ ...point, side })
      break
    }
  }
  return labels
}
