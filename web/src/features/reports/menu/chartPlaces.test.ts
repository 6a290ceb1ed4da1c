import { describe, expect, it } from 'vitest'
import type { DishClass, MenuDish, MenuReport } from '../../../api/model'
import { placesOf } from './chartPlaces'

const dish = (product_id: number, name: string, of: DishClass, units: string, margin: string) =>
  ({ product_id, name, class: of, units, margin }) as MenuDish
const report = {
  dishes: [
    dish(1, 'Lomo', 'STAR', '90', '20.00'),
    dish(2, 'Trucha', 'PUZZLE', '10', '20.00'),
    dish(3, 'Caldo', 'DOG', '10', '4.00'),
  ],
  lines: { units: '50', margin: '12.00' },
} as Pick<MenuReport, 'dishes' | 'lines'>
const size = { width: 800, height: 400 }

describe('the chart of the menu', () => {
  it('puts what sells more to the right and what leaves more to the top', () => {
    const [lomo, trucha, caldo] = placesOf(report, size, null, []).points
    expect(lomo?.x).toBeGreaterThan(trucha?.x ?? 0)
    expect(trucha?.x).toBe(caldo?.x)
    expect(trucha?.y).toBe(lomo?.y)
    expect(caldo?.y).toBeGreaterThan(trucha?.y ?? 0)
  })

  it('draws the two lines between the classes, in percent', () => {
    const { line } = placesOf(report, size, null, [])
    expect(line.x).toBeCloseTo(50)
    expect(line.y).toBeCloseTo(50)
  })

  it('gives the names of the marked class their room first', () => {
    const crowded = {
      lines: { units: '20', margin: '4.00' },
      dishes: [
        dish(1, 'Ají de gallina', 'STAR', '50', '12.00'),
        dish(2, 'Trucha frita', 'PUZZLE', '50', '12.00'),
      ],
    }
    const firstOf = (marked: DishClass) => placesOf(crowded, size, marked, []).labels[0]?.text
    expect(firstOf('STAR')).toBe('Ají de gallina')
    expect(firstOf('PUZZLE')).toBe('Trucha frita')
  })

  it('keeps the points off the words in the corners', () => {
    const words = ['Poco vendidos, dejan mucho', 'Poco vendidos', 'Estrellas', 'Caballos']
    const [, plain] = placesOf(report, { width: 800, height: 200 }, null, []).points
    const [, moved] = placesOf(report, { width: 800, height: 200 }, null, words).points
    expect(moved?.y).toBeGreaterThan(plain?.y ?? 0)
  })

  it('stands still while it has no size yet', () => {
    expect(placesOf(report, { width: 0, height: 0 }, null, ['a']).points[0]).toMatchObject({ x: 0, y: 0 })
  })
})
