import { expect, it } from 'vitest'
import { labelsOf, type MenuPoint } from './places'

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
