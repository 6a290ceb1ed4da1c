import { expect, it } from 'vitest'
import { cornersOf, labelsOf, type MenuPoint, roomOf, withRoom } from './places'

const point = (key: string, x: number, y: number): MenuPoint => ({ key, x, y, text: 'Lomo saltado' })

it('writes names where they cover nothing', () => {
  const labels = labelsOf([point('a', 100, 100), point('b', 150, 100), point('c', 590, 100)], {
    width: 600,
    height: 200,
  })
  expect(labels.map(({ key, side }) => `${key} ${side}`)).toEqual(['a left', 'b right', 'c left'])
})

it('leaves a name out rather than writing it over another', () => {
  const crowd = Array.from({ length: 12 }, (_, at) => point(String(at), 100 + at, 60))
  const labels = labelsOf(crowd, { width: 300, height: 120 })
  expect(labels.length).toBeGreaterThan(0)
  expect(labels.length).toBeLessThan(crowd.length)
})

it('covers nothing that is written there already', () => {
  const used = [{ left: 110, right: 300, top: 80, bottom: 120 }]
  expect(labelsOf([point('a', 100, 100)], { width: 600, height: 200 }, used)[0]?.side).toBe('left')
})

it('writes no name through a line', () => {
  const strokes = [{ left: 0, right: 600, top: 96, bottom: 98 }]
  expect(labelsOf([point('a', 300, 100)], { width: 600, height: 200 }, strokes)[0]?.side).toBe('above')
})

const corners = cornersOf(['dejan margen y se piden poco', 'ni gustan', 'gustan', 'gustan'], {
  width: 900,
  height: 340,
})

it('leaves room above for the words where a point would lie on them', () => {
  expect(roomOf([{ x: 110, y: 33 }], 340, corners)).toEqual({ above: 56, below: 0 })
  expect(roomOf([{ x: 400, y: 33 }], 340, corners)).toEqual({ above: 0, below: 0 })
  expect(
    roomOf(
      [
        { x: 20, y: 20 },
        { x: 20, y: 320 },
      ],
      340,
      corners,
    ),
  ).toEqual({ above: 56, below: 56 })
})

it('moves every point by that room, and none beyond the foot', () => {
  const room = { above: 56, below: 0 }
  expect([0, 170, 340].map((y) => withRoom(y, 340, room))).toEqual([56, 198, 340])
})
