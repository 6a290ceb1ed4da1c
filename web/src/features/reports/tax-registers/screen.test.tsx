import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query'
import { type User, useSession } from '../../../session/session'
import { Register } from '../screens'

const sums = {
  count: 264,
  voided: 1,
  rejected: 2,
  exempt: '0.00',
  base: '36723.40',
  igv: '6610.20',
  bag_tax: '0.00',
  other_charges: '5.00',
}
const register = {
  year: 2026,
  month: 10,
  is_over: true,
  include_sale_notes: false,
  keeps_sale_notes: false,
  csv_file_name: 'REGISTRO_VENTAS_INGRESOS_2026_10.csv',
  rvie_file_name: 'LE2060123456520261000140400021112.zip',
  series: [{ document_type: '01', serie: 'F001', first: 1838, last: 2101, ...sums, total: '43338.60' }],
  totals: { ...sums, total: '43338.60' },
  courtesies: { documents: 2, value: '67.46', igv: '7.08' },
  unlisted_courtesies: { accounts: 3, value: '21.00' },
  checks: [
    { code: 'NUMBERING_GAP', ok: true, count: 0, ranges: [], documents: [] },
    { code: 'VOID_NOT_TOLD', ok: true, count: 0, ranges: [], documents: [] },
    { code: 'REJECTED', ok: false, count: 1, ranges: [], documents: ['F001-00001900'] },
  ],
}
const purchases = {
  year: 2026,
  month: 10,
  is_over: true,
  csv_file_name: 'REGISTRO_COMPRAS_2026_10.csv',
  rce_file_name: 'LE2060123456520261000080400021112.zip',
  sellers: [],
  totals: { count: 0, base: '0.00', igv: '0.00', untaxed: '0.00', charges: '0.00', total: '0.00' },
  without_ruc: [],
  late: ['F014-28431'],
  without_deposit: [],
  beside_count: 0,
  beside_total: '0.00',
}
const comparison = {
  counts: { ours: 264, theirs: 264, same: 263, missing: 1, extra: 1, different: 0, differences: 0 },
  missing: [{ code: '01', document: 'F001-00002100', date: '31/10/2026', total: '612.80' }],
  different: [],
  extra: [{ code: '01', document: 'E001-00000014', date: '20/10/2026', total: '845.00' }],
}

const asked: string[] = []
const page = { headers: { 'content-type': 'text/html; charset=utf-8' } }
const wrongLine = {
  success: false,
  code: 'invalid',
  message: '',
  errors: { file: ['Línea 3: no es un monto'] },
}
let compared: () => Response

beforeEach(() => {
  compared = () => Response.json({ success: true, response: comparison })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (/\/(rvie|rce)\/compare/.test(address)) return compared()
    if (address.includes('/export-sales-report')) return new Response('<html>', page)
    const isPurchases = address.includes('/purchase-register')
    return Response.json({ success: true, response: isPurchases ? purchases : register })
  })
  as('accounting')
})

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

function as(...permissions: string[]) {
  const user = { id: 3, name: 'Nadia', lastname: 'Vega', permissions }
  useSession.setState({ status: 'in', session: { token: 't', user: user as unknown as User } })
}

function show(address = '/accounting?month=2026-10') {
  window.history.replaceState(null, '', address)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[address]}>
          <Register />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const choose = async () => {
  const file = new File(['x'], 'propuesta.txt', { type: 'text/plain' })
  fireEvent.change(await screen.findByLabelText('Elegir la propuesta de SUNAT'), {
    target: { files: [file] },
  })
}

it('sums by series, and says what to look at with the way to it', async () => {
  show()
  const table = await screen.findByRole('table', {
    name: /^Octubre de 2026: .*43,338.60 con 6,610.20 de IGV/,
  })
  expect(within(table).getByRole('rowheader', { name: /F001/ }).textContent).toBe('F001Facturas')
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toContain('Total264')
  expect(screen.getByRole('heading', { name: '1 punto por revisar' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'F001-00001900' }).getAttribute('href')).toContain(
    'q=F001-00001900',
  )
  expect(screen.queryByRole('switch')).toBeNull()
})

it('counts what SUNAT rejected apart from what was voided', async () => {
  show()
  const foot = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .at(-1)
  expect(foot?.textContent).toContain('2641 anulado2 rechazados')
  expect(screen.getByText('1 anulado va en cero')).toBeTruthy()
  expect(screen.getByText('SUNAT rechazó 1 comprobante')).toBeTruthy()
  expect(screen.getByText('Va en 0.00. Hay que corregirlo y emitirlo de nuevo.')).toBeTruthy()
})

it('says of rejected documents that were all issued again that none is left to correct', async () => {
  const [rejected] = register.checks.filter((check) => check.code === 'REJECTED')
  if (rejected) Object.assign(rejected, { ok: true, count: 0, documents: [] })
  show()
  expect(await screen.findByText('Ningún rechazado queda por corregir')).toBeTruthy()
  expect(screen.getByText(/^2 rechazados por SUNAT van en cero/)).toBeTruthy()
  if (rejected) Object.assign(rejected, { ok: false, count: 1, documents: ['F001-00001900'] })
})

it('tells what no column says of courtesies', async () => {
  show()
  expect((await screen.findByText(/^2 comprobantes llevan cortesías/)).textContent).toContain('7.08 de IGV')
})

it('tells the courtesies of accounts whose documents name no dish', async () => {
  show()
  const told = await screen.findByText(/^3 cuentas se pagaron por partes, por monto o por consumo/)
  expect(told.textContent).toContain('21.00 a precio de carta')
})

it('tells which purchases are of earlier months', async () => {
  show('/accounting?month=2026-10&book=purchases')
  expect(await screen.findByText(/se anota en este: F014-28431$/)).toBeTruthy()
})

it('lets only who keeps the settings choose whether notas de venta are in', async () => {
  as('accounting', 'settings')
  show()
  expect(await screen.findByRole('switch', { name: /^Incluir notas de venta/ })).toBeTruthy()
})

it('takes no page of a proxy for the file', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: `Descargar ${register.csv_file_name}` }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Error al exportar el reporte: servidor devolvió HTML en lugar del CSV',
  )
})

it('asks for no file without a session', async () => {
  show()
  const button = await screen.findByRole('button', { name: `Descargar ${register.csv_file_name}` })
  const { session } = useSession.getState()
  useSession.setState({ session: session && { ...session, token: '' } })
  asked.length = 0
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('No hay token de autenticación disponible')
  expect(asked).toEqual([])
})

it('tells what is apart, and warns of what would be lost', async () => {
  show()
  await choose()
  expect(
    await screen.findByRole('heading', { name: 'La propuesta de SUNAT difiere en 2 comprobantes' }),
  ).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('pierde 1 comprobante que solo SUNAT tiene')
  expect(screen.getByRole('row', { name: /F001-00002100.*\+612.80/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /Solo en SUNAT/ }))
  expect(screen.getByRole('row', { name: /E001-00000014.*−845.00/ })).toBeTruthy()
})

it('says of a purchase that only SUNAT has where it is written down', async () => {
  show('/accounting?month=2026-10&book=purchases')
  await choose()
  const said = (await screen.findByRole('alert')).textContent
  expect(said).toContain('El archivo RCE reemplaza la propuesta y pierde 1 comprobante que solo SUNAT tiene.')
  expect(said).toContain('regístrala en Compras')
  expect(said).not.toContain('Agrégalo')
})

it('names the line that cannot be read, where the file was dropped', async () => {
  compared = () => Response.json(wrongLine, { status: 422 })
  show()
  await choose()
  expect((await screen.findByRole('alert')).textContent).toContain('Línea 3: no es un monto')
})
