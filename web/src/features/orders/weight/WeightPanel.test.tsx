import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Line, SaleCatalog, SaleProduct } from '../../../api/model'
import { fish } from '../../../data/orders/sample'
import { WeightPanel } from './WeightPanel'

const house = vi.hoisted(() => ({
  scales: [] as { id: number; name: string; agent: string; is_online: boolean }[],
  hear: (_event: unknown): void => undefined,
  watched: [] as string[],
}))
vi.mock('../../../api/client', async (whole) => ({
  ...(await whole()),
  list: async () => ({ rows: house.scales }),
  write: async (_method: string, path: string) => house.watched.push(path),
}))
vi.mock('../../../api/realtime', () => ({
  useRoom: () => undefined,
  useConnection: () => true,
  liveLink: () => ({
    on: (_: string, hear: (event: unknown) => void) => {
      house.hear = hear
    },
    off: () => {
      house.hear = () => undefined
    },
  }),
}))
beforeEach(() => {
  localStorage.clear()
  house.scales = []
  house.watched = []
})

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
    choice_group_ids: [],
    combo_has_product: [],
    plate: '',
    sold: { TABLE: 'SALE' },
    now: [],
    ...over,
  }) as unknown as SaleProduct
const cooked = { has_variants: true, variants: ways, variant_groups: [{ name: 'Preparación' }] } as never
const catalog = { products: [], toppings: [], comments: [], choice_groups: [] } as unknown as SaleCatalog
const onDone = vi.fn()

function open(product = sole(), editing: Line | null = null) {
  onDone.mockClear()
  const request = { type: 'TABLE' as const, delivery_app: false, allergens: [] }
  const nothing = () => undefined
  const props = { product, catalog, request, editing, asked: 1, onBuild: nothing, onDone, onClose: nothing }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <WeightPanel {...props} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}
const press = (keys: string | string[]) => {
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
  expect(shown()).toBe('0.970kg')
  expect(screen.getByText('0.850 kg')).toBeTruthy()
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

it('refuses in words what the unit does not take, and cuts nothing silently', () => {
  open(sole({ sale_unit: 'HG', sale_amount: '6.00' }))
  expect(main('Escribe el peso en gramos').disabled).toBe(true)
  press('0.25')
  expect(shown()).toBe('0.25g')
  expect(main('En gramos, hasta 1 decimal').disabled).toBe(true)
  press(['Enter'])
  expect(added()).toEqual([])
})

it('asks before it sells what is probably a forgotten point, and a double tap is no answer', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  open()
  press('850')
  fireEvent.click(main('Agregar S/ 102,000.00'))
  now.mockReturnValue(1100)
  fireEvent.click(main('¿850.000 kg? Tócalo otra vez'.replace('?', '\\?')))
  expect(added()).toEqual([])
  press(['Backspace'])
  fireEvent.click(main('Agregar S/ 10,200.00'))
  expect(added()).toEqual([])
  now.mockReturnValue(2000)
  fireEvent.click(main('¿85.000 kg'))
  expect(added()).toEqual([['85', 1, 1020000]])
  now.mockRestore()
})

it('weighs a line again with the tare of its product', () => {
  open(sole({ tare: '0.120' }), fish())
  expect(shown()).toBe('0.970kg')
  expect(main('Guardar S/ 102.00').disabled).toBe(false)
  press('1.02')
  fireEvent.click(main('Guardar S/ 108.00'))
  expect(added()).toEqual([['0.9', 1, 10800]])
})

describe('with a scale', () => {
  const cold = { id: 4, name: 'Barra fría', agent: 'PC', is_online: true }
  const reads = (ids: object) =>
    act(async () => house.hear({ type: 'scale.reading', ids: { scale_id: 4, state: 'STABLE', ...ids } }))
  const scaleTab = () => screen.findByRole('button', { name: 'Balanza' })
  const isPressed = (tab: HTMLElement) => tab.getAttribute('aria-pressed')

  it('adds only what stands still, without the tare', async () => {
    house.scales = [cold]
    open(sole({ tare: '0.120' }))
    expect(isPressed(await scaleTab())).toBe('true')
    expect(house.watched).toEqual(['/scales/4/watch'])
    await reads({ grams: 990, state: 'MOVING' })
    expect(shown()).toBe('0.8––kg')
    expect(main('Espera a que se quede quieta').disabled).toBe(true)
    press(['Enter'])
    expect(added()).toEqual([])
    await reads({ grams: 970 })
    expect(shown()).toBe('0.850kg')
    expect(screen.getByText('0.970 kg')).toBeTruthy()
    press(['Enter'])
    expect(added()).toEqual([['0.85', 1, 10200]])
  })

  it('goes down to the step and says so', async () => {
    house.scales = [cold]
    open(sole({ quantity_step: '0.050' }))
    await scaleTab()
    await reads({ grams: 873 })
    expect(screen.getByText('De 50 en 50 g: se cobra 0.850 kg de 0.873 kg')).toBeTruthy()
    expect(main('Agregar S/ 102.00').disabled).toBe(false)
  })

  it('is left by the first digit, and returned to by its tab', async () => {
    house.scales = [cold]
    open()
    await scaleTab()
    await reads({ grams: 970 })
    press(['Backspace'])
    expect(shown()).toBe('0.970kg')
    press('0.5')
    expect(shown()).toBe('0.5kg')
    fireEvent.click(await scaleTab())
    await reads({ grams: 300 })
    expect(shown()).toBe('0.300kg')
    press('7')
    expect(shown()).toBe('7kg')
  })

  it('that is silent, too full or below zero says what to do', async () => {
    house.scales = [cold]
    open()
    await scaleTab()
    await reads({ grams: null, state: 'OVERLOAD' })
    expect(main('Hay demasiado peso').disabled).toBe(true)
    await reads({ grams: -4 })
    expect(main('Ponla en cero').disabled).toBe(true)
    vi.useFakeTimers()
    await reads({ grams: 500 })
    act(() => vi.advanceTimersByTime(4900))
    expect(shown()).toBe('0.500kg')
    act(() => vi.advanceTimersByTime(200))
    vi.useRealTimers()
    expect(screen.getByText('La balanza no responde')).toBeTruthy()
    expect(main('Escribe el peso').disabled).toBe(true)
  })

  it('that is not connected leaves the keys first', async () => {
    house.scales = [{ ...cold, is_online: false }]
    open()
    const tab = await scaleTab()
    expect(isPressed(tab)).toBe('false')
    fireEvent.click(tab)
    expect(screen.getByText('Está desconectada: escribe el peso')).toBeTruthy()
  })

  it('among several stays with the one that was chosen on this device', async () => {
    house.scales = [cold, { ...cold, id: 5, name: 'Cocina' }]
    HTMLElement.prototype.hidePopover ??= () => undefined
    open()
    await scaleTab()
    fireEvent.click(screen.getByRole('button', { name: 'Cocina', hidden: true }))
    expect(house.watched.at(-1)).toBe('/scales/5/watch')
    await reads({ grams: 500 })
    expect(shown()).toBe('–.–––kg')
    await reads({ scale_id: 5, grams: 500 })
    expect(shown()).toBe('0.500kg')
    expect(localStorage.getItem('comanda.scale')).toBe('5')
  })

  it('no volume is measured', async () => {
    house.scales = [cold]
    open(sole({ sale_unit: 'L' }))
    await act(async () => undefined)
    expect(screen.queryByRole('button', { name: 'Balanza' })).toBeNull()
    expect(house.watched).toEqual([])
  })
})
