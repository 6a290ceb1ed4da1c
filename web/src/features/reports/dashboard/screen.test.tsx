import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DayFigures, SalesGoal } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { type User, useSession } from '../../../session/session'
import DashboardScreen from './DashboardScreen'

const house = {
  scope: 'HOUSE',
  sold: {
    total: '0.00',
    accounts: 0,
    average: '0.00',
    before: '0.00',
    before_day: '2026-11-22',
    change_percent: null,
    by_hour: [],
  },
  tables: { occupied: 0, total: 12 },
  to_collect: { count: 0, total: '0.00' },
  late_dishes: '0',
  room: [],
  cashboxes: [],
}

const box = (cycle_id: number) => ({
  cycle_id,
  cashbox_name: 'Principal',
  user_name: 'Luis',
  is_open: false,
  short: '10.00',
  over: '0.00',
  differences: [],
  reason: null,
})

const figures: DayFigures = {
  date: '2026-11-28',
  is_partial: false,
  total: '84.00',
  documents: 3,
  average: '28.00',
  before_date: '2026-11-21',
  before: '0.00',
  change_percent: null,
  methods: [],
  collected: '84.00',
  credit: '0.00',
  tips: '0.00',
  collections: '0.00',
  // The same person closed the same box twice, with the same amount missing.
  cashboxes: [box(7), box(8)],
  acts: [],
  unsent: 0,
  best: [],
}

const goal: SalesGoal = {
  month: '2026-11',
  sold: '18400.00',
  goal: '30000.00',
  percent: '61',
  left: '11600.00',
  days_left: 10,
  per_day: '1200.00',
  next_month: '2026-12',
  next_goal: '30000.00',
  is_next_set: false,
}

let level: 'BAD' | 'INFO'
let goalFails: boolean
let phone: boolean
let watched: Map<(event: { matches: boolean }) => void, string>
let errors: ReturnType<typeof vi.spyOn>

const holds = (query: string) => phone && query.includes('max-width')

function answer(path: string) {
  const one = (response: unknown) => Promise.resolve(Response.json({ success: true, response }))
  switch (path) {
    case '/api/dashboard/now': {
      const notice = {
        kind: 'STOCK',
        level,
        text: 'Stock en negativo',
        detail: null,
        path: '/inventory/stock',
      }
      return one({ at: '2026-11-29T13:00:00Z', business_day: '2026-11-29', now: house, attention: [notice] })
    }
    case '/api/dashboard/last-day':
      return one({ figures })
    case '/api/sales-goal':
      return goalFails ? Promise.resolve(Response.json({ success: false }, { status: 400 })) : one(goal)
    default:
      return new Promise<Response>(() => undefined)
  }
}

beforeEach(() => {
  level = 'INFO'
  goalFails = false
  phone = true
  watched = new Map()
  vi.setSystemTime('2026-11-29T13:00:00Z')
  errors = vi.spyOn(console, 'error')
  vi.stubGlobal('fetch', (address: string) => answer(new URL(address, 'http://here').pathname))
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: holds(query),
    addEventListener: (_: string, changed: () => void) => watched.set(changed, query),
    removeEventListener: (_: string, changed: () => void) => watched.delete(changed),
  }))
  signIn(['see_reports', 'see_now', 'own_cycle', 'settings'])
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const signIn = (permissions: string[]) => {
  const user = { id: 1, name: 'Ana', lastname: 'Ruiz', permissions } as unknown as User
  useSession.setState({ status: 'in', session: { token: 't', user } as never })
}

const open = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <DashboardScreen />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

/** Returns the cards in the order in which they are read, as far as they are among these. */
async function read(names: string[]) {
  await screen.findByRole('region', { name: /^Ayer, / })
  await screen.findByRole('region', { name: /^Meta de / })
  const found = screen.getAllByRole('region').map((card) => card.getAttribute('aria-label') ?? '')
  return found.map((each) => each.split(/,| de /)[0] ?? '').filter((each) => names.includes(each))
}

it('on a phone in the morning the day before is read first, unless something is urgent', async () => {
  const names = ['Ayer', 'Meta', 'Necesita a alguien', 'Vendido hoy']
  const { unmount } = open()
  expect(await read(names)).toEqual(names)
  unmount()
  queryClient.clear()
  level = 'BAD'
  open()
  expect(await read(names)).toEqual(['Necesita a alguien', 'Ayer', 'Meta', 'Vendido hoy'])
})

it('beside each other the columns are read one after the other', async () => {
  phone = false
  level = 'BAD'
  open()
  const names = ['Ayer', 'Vendido hoy', 'Meta', 'Necesita a alguien']
  expect(await read(names)).toEqual(names)
})

it('each cash box that differed leads to its cycle, for who may go there', async () => {
  const { unmount } = open()
  const yesterday = await screen.findByRole('region', { name: /^Ayer, / })
  const links = within(yesterday).getAllByRole('link', { name: /^Principal: falta/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/cashbox-cycles/7/detail',
    '/cashbox-cycles/8/detail',
  ])
  expect(errors).not.toHaveBeenCalled()
  unmount()
  queryClient.clear()
  signIn(['see_reports', 'see_now'])
  open()
  const again = await screen.findByRole('region', { name: /^Ayer, / })
  expect(within(again).getAllByText(/^Principal: falta/)).toHaveLength(2)
  expect(within(again).queryByRole('link', { name: /^Principal/ })).toBeNull()
})

it('the goal says what each day has to bring, and can be asked for again where it failed', async () => {
  goalFails = true
  open()
  const failed = await screen.findByText('No se pudo cargar la meta del mes')
  goalFails = false
  const card = failed.closest('[role="alert"]')
  fireEvent.click(within(card as HTMLElement).getByRole('button'))
  const month = await screen.findByRole('region', { name: 'Meta de noviembre' })
  expect(month.textContent).toContain('61 %')
  expect(month.textContent).toContain(
    'Para llegar, cada uno de los 10 días que quedan tiene que cerrar en S/\u00a01,200.00, también hoy con lo ya vendido.',
  )
  expect(within(month).getByRole('button', { name: 'Cambiar la meta de noviembre' })).toBeTruthy()
})

it('a goal that is being typed stays when the tablet is turned, back and forth', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Cambiar la meta de noviembre' }))
  const amount = () => screen.getByLabelText<HTMLInputElement>('Cuánto vender en el mes')
  fireEvent.change(amount(), { target: { value: '32500' } })
  for (const narrow of [false, true]) {
    phone = narrow
    act(() => {
      for (const [changed, query] of watched) changed({ matches: holds(query) })
    })
    expect(amount().value).toBe('32500')
  }
})
