import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SalesReport, SalesReportRow, SalesSums } from '../../api/model'
import { queryClient } from '../../api/query'
import { type User, useSession } from '../../session/session'
import { Monitor, Movements } from '../cash/screens'
import { Books, Sales } from './screens'

const sums = (total: string, documents: number): SalesSums => ({
  documents,
  accounts: documents,
  persons: 2 * documents,
  quantity: '3.000000',
  total,
  net: total,
  average: '50.05',
  per_person: '21.86',
  margin: '100.00',
  margin_percent: '63.4',
  covered_percent: '97',
})

const row = (key: string, name: string, total: string, before: string, change: string): SalesReportRow => ({
  key,
  name,
  sums: sums(total, 5),
  before,
  change_percent: change,
  share_percent: '40',
})

const rows: Record<string, SalesReportRow[]> = {
  DAY: [
    row('2026-11-16', '', '4219.00', '4480.00', '-5.8'),
    row('2026-11-20', '', '9312.00', '8780.00', '6.1'),
    row('2026-11-21', '', '12846.90', '9310.00', '38.0'),
  ],
  HOUR: [row('13', '', '1986.00', '1200.00', '65.5'), row('14', '', '2411.00', '1500.00', '60.7')],
  WAITER: [
    row('', '', '8984.50', '7970.40', '12.7'),
    row('4', 'Rosa Quispe', '11842.60', '10204.10', '16.1'),
  ],
  CASHIER: [row('3', 'Luis Cárdenas', '26377.90', '22570.00', '16.9')],
}

const report = (by: string, from: string, to: string): SalesReport => ({
  start_date: from,
  end_date: to,
  before_start_date: '2026-11-09',
  before_end_date: '2026-11-15',
  by: by as SalesReport['by'],
  is_partial: false,
  totals: sums('52148.00', 1042),
  before: sums('47655.80', 991),
  rows: rows[by] ?? [],
})

const sold = {
  billing_id: 9,
  is_note: false,
  document: 'Boleta',
  full_number: 'B001-00018497',
  issued_at: '2026-11-21T20:42:00Z',
  business_day: '2026-11-21',
  client_name: 'Clientes varios',
  channel: 'TABLE',
  table_name: 'Mesa 14',
  attendant: 'Rosa Quispe',
  cashier: 'Luis Cárdenas',
  total: '386.40',
  state: 'ACCEPTED',
}

const figure = { total: '9604.10', documents: 200, before: '9860.00', change_percent: '-2.6' }
const months = ['2025-12', '2026-06', '2026-07', '2026-08'].map((month, at) => ({
  month,
  total: `${150 + 40 * Number(at === 2)}000.00`,
  year_before: '140000.00',
  documents: 9,
}))

const page = <T,>(found: T[], totals?: unknown) => ({
  success: true,
  rows: found,
  total_rows: found.length,
  total_pages: 1,
  totals,
})

const movement = {
  id: 7,
  cash_box_cycle_id: 1,
  cash_box_id: 1,
  cashbox_name: 'Principal',
  movement_type: 'ENTRY',
  movement_date: '2026-11-21T20:42:00Z',
  receipt_by: 'Diego Paredes',
  motive: 'Adelanto de sueldo',
  amount: '150.00',
  status: 'REJECTED',
  reject_reason: 'va por planilla',
  rejected_by_name: 'Carla',
  user_id: 3,
  user_name: 'Luis Cárdenas',
}

const margins = ['62.1', '60.2', null, '63.4'].map((margin_percent, at) => ({
  month: `2026-0${at + 1}`,
  net: '10',
  cost: '4',
  margin: '6',
  margin_percent,
  covered_percent: '97',
}))

function answer(path: string, query: URLSearchParams): unknown {
  const one = (response: unknown) => ({ success: true, response })
  switch (path) {
    case '/sales-total-report':
      return one(report(query.get('by') ?? '', query.get('start_date') ?? '', query.get('end_date') ?? ''))
    case '/sales-total-report/documents':
      return page([sold], { documents: 246, total: '12846.90' })
    case '/cash-movements-sale-billing':
      return page(
        [
          { ...sold, payment_id: 1, client_request_id: 1, methods: 'Yape', voided: false, can_void: true },
          {
            ...sold,
            billing_id: 10,
            full_number: 'B001-18609',
            payment_id: 2,
            client_request_id: 2,
            methods: 'Yape',
            voided: true,
            can_void: false,
          },
        ],
        { documents: 58, total: '2846.30', by_method: [{ name: 'Yape', total: '784.30' }] },
      )
    case '/cash-movements-all-orders-by-client':
      return page([], { count: 0, pending_amount: '0.00' })
    case '/cash-movements':
      return page([movement], {
        entries: '323.50',
        expenses: '550.50',
        balance: '-227.00',
        approved: 7,
        rejected: 1,
      })
    case '/cashbox-opened-cycle':
      return one(null)
    case '/accounting-dashboard/summary':
      return one({ today: figure, week: figure, month: figure, year: figure })
    case '/accounting-dashboard/sales-by-month':
      return one(months)
    case '/accounting-dashboard/top-products':
      return one([
        { product_id: 1, name: 'Lomo saltado', quantity: '412', total: '15656.00', share_percent: '9' },
      ])
    case '/accounting-dashboard/margin-by-month':
      return one(margins)
    case '/billings/counters':
      return one({ all: 3, states: [{ state: 'REJECTED', count: 2 }] })
    default:
      return page([])
  }
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://here')
    return Response.json(answer(pathname.replace(/^\/api/, ''), searchParams))
  })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const user = { id: 3, name: 'Luis', lastname: 'Cárdenas', permissions: ['see_reports', 'own_cycle'] }
  useSession.setState({ status: 'in', session: { token: 't', user: user as unknown as User } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

function show(Screen: ComponentType, address: string) {
  window.history.replaceState(null, '', address)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[address]}>
          <Screen />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const week = '/sales-total-report?period=range&from=2026-11-16&to=2026-11-22'

it('the sales report answers in its title, and ends its table with the sum', async () => {
  show(Sales, week)
  expect(
    await screen.findByRole('heading', { name: 'El sábado vendiste 38 % más que el anterior' }),
  ).toBeTruthy()
  expect(screen.getByText(/comparado con la semana anterior/)).toBeTruthy()
  const table = await screen.findByRole('table', { name: 'Ventas' })
  const names = within(table)
    .getAllByRole('rowheader')
    .map((each) => each.textContent)
  expect(names).toEqual(['Rosa Quispe', 'Sin mozo', 'Total'])
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toContain('52,148.00')
  expect(
    screen.getByRole('button', { name: /^Sábado 21\/11: S\/\s12,846.90, antes S\/\s9,310.00, 38 % más$/ }),
  ).toBeTruthy()
})

it('a bar opens the documents that it is the sum of', async () => {
  show(Sales, week)
  fireEvent.click(await screen.findByRole('button', { name: /^Sábado 21/ }))
  const panel = await screen.findByRole('complementary', { name: 'Comprobantes de Sábado 21 de noviembre' })
  expect(await within(panel).findByText('B001-00018497')).toBeTruthy()
  expect(within(panel).getByText('246 comprobantes')).toBeTruthy()
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('the accountant’s board says the best month, what sells and whether the margin rises', async () => {
  show(Books, '/accounting/dashboard')
  expect(
    await screen.findByRole('heading', { name: /^Julio fue el mejor mes: .*36 % más que en 2025$/ }),
  ).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'El margen sube desde febrero' })).toBeTruthy()
  expect(await screen.findByText('Lomo saltado')).toBeTruthy()
  expect(await screen.findByText('2 comprobantes del mes rechazados')).toBeTruthy()
})

it('a rejected movement stays with who and why, and nothing is written without an open cash box', async () => {
  show(Movements, '/cash-movements')
  const line = await screen.findByRole('row', { name: /Adelanto de sueldo/ })
  expect(line.textContent).toContain('Carla: va por planilla')
  expect(line.dataset.rejected).toBe('true')
  expect(await screen.findByText('−227.00')).toBeTruthy()
  expect(await screen.findByText(/No tienes una caja abierta/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nuevo movimiento' })).toHaveProperty('disabled', true)
})

it('the monitor sums by how it was paid, and strikes what was voided', async () => {
  show(Monitor, '/cash-monitor')
  expect(await screen.findByText('58 ventas')).toBeTruthy()
  expect(screen.getByText('784.30')).toBeTruthy()
  const voided = screen.getByRole('row', { name: /B001-18609/ })
  expect(voided.dataset.rejected).toBe('true')
  expect(voided.textContent).toContain('Anulada')
  expect(await screen.findByText('Nada por cobrar')).toBeTruthy()
})
