import { describe, expect, it } from 'vitest'
import { areaCounts, fitsIn, nextStep, piecesOf, undoStep } from './account'
import { extrasOf } from './lineText'
import { line } from './sample'

it('says where the plates go, combos by their parts', () => {
  const part = { id: 1, product_id: 1, quantity: '1', status: 'PENDING' as const }
  const combo = line({
    qty: '2',
    combo_has_product: [
      { ...part, name: 'Ají', production_area_id: 1, production_area: 'COCINA' },
      { ...part, name: 'Chicha', production_area_id: 2, production_area: 'BAR' },
      { ...part, name: 'Pan', production_area_id: null, production_area: null },
    ],
  })
  expect(areaCounts([line({}), combo])).toEqual([
    { id: 1, name: 'Cocina', pieces: 3 },
    { id: 2, name: 'Bar', pieces: 2 },
  ])
  expect(piecesOf([line({}), combo]), 'what is not sent yet counts alike').toBe(5)
})

describe('the step back from delivered', () => {
  const at = '2026-11-21T13:00:00-05:00'
  const delivered = line({ status: 'DELIVERED', status_changed_at: at })
  const minutesOn = (minutes: number) => new Date(at).getTime() + minutes * 60_000

  it('is there for ten minutes', () => {
    expect(undoStep(delivered, 'TABLE', minutesOn(9))).toBe('PREPARED')
    expect(undoStep(delivered, 'TABLE', minutesOn(11))).toBeNull()
  })

  it('of a delivery is on its way again', () =>
    expect(undoStep(delivered, 'DELIVERY', minutesOn(1))).toBe('DISPATCHED'))

  it('is not there for a line that is elsewhere', () =>
    expect(undoStep(line({ status: 'PREPARED', status_changed_at: at }), 'TABLE', minutesOn(1))).toBeNull())
})

it('lets only those send a delivery off who may', () => {
  const ready = line({ status: 'PREPARED' })
  expect(nextStep(ready, 'DELIVERY', { dispatch: true })).toBe('DISPATCHED')
  expect(nextStep(ready, 'DELIVERY', { dispatch: false })).toBeNull()
  expect(nextStep(ready, 'TABLE', { dispatch: false })).toBe('DELIVERED')
})

it('says what belongs to a dish', () =>
  expect(
    extrasOf(
      line({
        variant: { variant_id: 1, name: '3/4', total_sum: '0' },
        toppings: [{ id: 1, name: 'Huevo frito', price: '3.00', quantity: '2' }],
      }),
    ),
  ).toBe('3/4 · + Huevo frito × 2'))

it('names the areas where their names have room', () => {
  const areas = [
    { id: 1, name: 'Cocina', pieces: 3 },
    { id: 2, name: 'Bar', pieces: 2 },
    { id: 3, name: 'Parrilla', pieces: 1 },
  ]
  expect(fitsIn(areas.slice(0, 2), 18)).toBe(true)
  expect(fitsIn(areas, 18)).toBe(false)
  expect(fitsIn(areas, 40)).toBe(true)
  expect(fitsIn([{ id: 4, name: 'Parrilla y brasas del patio', pieces: 1 }], 18)).toBe(true)
})
