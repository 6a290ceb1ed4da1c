import { act, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SaleProduct } from '../../api/model'
import { ProductGrid } from './ProductGrid'

/** Reports that tiles have come into sight. */
let see: (tiles: Element[]) => void

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (changes: { isIntersecting: boolean; target: Element }[]) => void) {
        see = (tiles) => tell(tiles.map((target) => ({ isIntersecting: true, target })))
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})

const menu = Array.from(
  { length: 500 },
  (_, at) =>
    ({
      id: at + 1,
      name: `Plato ${at + 1}`,
      sale_amount: '10.00',
      sold: { ORDER: 'SALE' },
      now: [],
    }) as unknown as SaleProduct,
)

const plates = () => document.querySelectorAll('[data-product] svg').length

it('draws of 500 products only the plates that were in sight', () => {
  render(
    <ProductGrid products={menu} request={{ type: 'ORDER' } as never} countOf={() => 0} onPick={vi.fn()} />,
  )
  const tiles = [...document.querySelectorAll('[data-product]')]
  expect(tiles).toHaveLength(500)
  expect(plates()).toBe(40)
  act(() => see(tiles.slice(100, 112)))
  expect(plates()).toBe(52)
})

it('names the price that is charged, in whole céntimos', () => {
  const [first] = menu
  const products = [{ ...first, sale_amount: '10.999' }] as SaleProduct[]
  render(
    <ProductGrid
      products={products}
      request={{ type: 'ORDER' } as never}
      countOf={() => 0}
      onPick={vi.fn()}
    />,
  )
  expect(document.querySelector('[data-product]')?.textContent).toContain('11.00')
})

it('says what a dish contains that the account must avoid and how it is marked, and takes it all the same', () => {
  const onPick = vi.fn()
  render(
    <ProductGrid
      products={menu.slice(0, 2)}
      request={{ type: 'ORDER' } as never}
      countOf={() => 0}
      marksOf={({ id }) => (id === 2 ? 'Picante' : undefined)}
      holdsOf={({ id }) => (id === 1 ? 'Lleva maní' : undefined)}
      onPick={onPick}
    />,
  )
  const [first, second] = document.querySelectorAll<HTMLButtonElement>('[data-product]')
  expect(first?.textContent).toContain('Lleva maní')
  expect(second?.textContent).not.toContain('Lleva')
  expect(second?.textContent).toContain('Picante')
  act(() => first?.click())
  expect(onPick).toHaveBeenCalledWith(menu[0])
})
