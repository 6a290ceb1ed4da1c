import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Line, SaleCatalog, SaleProduct } from '../../../api/model'
import { fish } from '../../../data/orders/sample'
import { WeightPanel } from './WeightPanel'

const ways = ['Frito', 'Al vapor'].map((name, at) => ({
  id: at + 1,
  name,
  labels: [name],
  additional_amount: at === 0 ? '0.00' : '10.00',
  options: {},
}))
const sole = (over: Partial<SaleProduct> = {}) =>
  ({
    id: 9,
    name: 'Lenguado',
    sale_unit: 'KG',
    sale_amount: '120.00',
    has_variants: false,
    variant_groups: [],
    variants: [],
    toppings: [],
    combo_has_product: [],
    plate: '',
    sold: { TABLE: 'SALE' },
    now: [],
    ...over,
  }) as unknown as SaleProduct
const cooked = { has_variants: true, variants: ways, variant_groups: [{ name: 'Preparación' }] } as never
const catalog = { products: [], toppings: [], comments: [] } as unknown as SaleCatalog
const onDone = vi.fn()

function open(product = sole(), editing: Line | null = null) {
  onDone.mockClear()
  const request = { type: 'TABLE', delivery_app: false } as const
  const nothing = () => undefined
  const props = { product, catalog, request, editing, asked: 1, onBuild: nothing, onDone, onClose: nothing }
  render(
    <MantineProvider>
      <WeightPanel {...props} />
    </MantineProvider>,
  )
}
const press = (keys: string) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key })
}
const tap = (keys: string) => {
  const pad = within(screen.getByRole('group', { name: 'Teclado numérico' }))
  for (const key of keys) fireEvent.click(pad.getByRole('button', { name: key }))
}
const shown = () => screen.getByRole('status').textContent
const main = (name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${name.replaceAll(' ', '\\s')}`) })
const added = () => onDone.mock.calls.map(([line]) => [line.weighed.measure, line.qty, line.unit])

it('weighs by its keys, says how the amount is made, and adds by Enter', () => {
  open()
  expect(main('Escribe el peso').disabled).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  tap('0.8')
  press('50')
  expect(shown()).toBe('0.850kg')
  expect(screen.getByText('0.850 kg × S/ 120.00')).toBeTruthy()
  expect(screen.getByText('= S/ 102.00')).toBeTruthy()
  expect(main('Agregar S/ 102.00').disabled).toBe(false)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(added()).toEqual([['0.85', 1, 10200]])
})

it('names the least and the step in words, and sells nothing beside them', () => {
  open(sole({ min_quantity: '0.200', quantity_step: '0.050' }))
  expect(screen.getByText('Mínimo 0.200 kg · de 50 en 50 g')).toBeTruthy()
  press('0.15')
  expect(main('Mínimo 0.200 kg').disabled).toBe(true)
  press('5')
  fireEvent.keyDown(document.body, { key: 'Backspace' })
  fireEvent.keyDown(document.body, { key: 'Backspace' })
  fireEvent.keyDown(document.body, { key: 'Backspace' })
  press('.27')
  expect(main('De 50 en 50 g').disabled).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(added()).toEqual([])
})

it('takes the tare off until its key says otherwise', () => {
  open(sole({ tare: '0.120' }))
  press('0.970')
  expect(shown()).toBe('0.850kg')
  expect(main('Agregar S/ 102.00')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Tara/ }))
  expect(shown()).toBe('0.970kg')
  expect(main('Agregar S/ 116.40')).toBeTruthy()
})

it('asks for the choices too, whose amount is by the kilo', () => {
  open(sole(cooked))
  press('0.85')
  expect(main('Elige preparación').disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /Al vapor/ }))
  fireEvent.click(main('Agregar S/ 110.50'))
  expect(added()).toEqual([['0.85', 1, 11050]])
})

it('types grams where the price is of 100 g', () => {
  open(sole({ sale_unit: 'HG', sale_amount: '6.00' }))
  press('250')
  expect(shown()).toBe('250g')
  expect(screen.getByText('250 g × S/ 6.00 / 100 g')).toBeTruthy()
  fireEvent.click(main('Agregar S/ 15.00'))
  expect(added()).toEqual([['2.5', 1, 1500]])
})

it('weighs a line again, whose tare is off already', () => {
  open(sole({ tare: '0.120' }), fish())
  expect(shown()).toBe('0.850kg')
  expect(main('Guardar S/ 102.00').disabled).toBe(false)
  press('0.9')
  fireEvent.click(main('Guardar S/ 108.00'))
  expect(added()).toEqual([['0.9', 1, 10800]])
})
