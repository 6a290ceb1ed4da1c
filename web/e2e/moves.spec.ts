import type { Page } from '@playwright/test'
import { expect, newPage, password, test } from './support/test'

test.use({ restaurant: 'moves' })

/** Guests change places: their table, one command, two tables that become one; the kitchen reads it on paper. */
test('a table moves, a command goes to another one, and two tables become one', async ({
  browser,
  expectAccessible,
}, info) => {
  const [from, to, third] = info.project.name === 'phone' ? ['21', '22', '23'] : ['15', '16', '17']
  const waiter = await newPage(browser, info, 'mozo')
  const { dishes, request } = await serve(waiter, from)

  // The table moves, from the order screen.
  await waiter.goto(`/order/${request}`)
  if (info.project.name === 'phone') await waiter.getByRole('button', { name: 'Ver la cuenta' }).click()
  await waiter.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
  await waiter.getByRole('link', { name: 'Mover o juntar la mesa' }).click()
  await expect(waiter.getByRole('heading', { name: '¿A qué mesa va?' })).toBeVisible()
  await salon(waiter, 'Salón')
  await look(waiter, info.project.name, 'move-table')
  await expectAccessible(waiter)
  await waiter.getByRole('button', { name: new RegExp(`^Mesa ${to} Libre`) }).click()
  await waiter.getByRole('button', { name: 'Necesitan más sitio' }).click()
  await look(waiter, info.project.name, 'move-table-chosen')
  await waiter.getByRole('button', { name: `Mover Mesa ${from} a Mesa ${to}`, exact: true }).click()
  await waiter.waitForURL(/\/pos$/)
  await expect(waiter.getByText('Mesa movida')).toBeInViewport({ ratio: 1 })

  // One of its commands goes to a free table.
  await waiter.goto('/pos-options?tab=move-order')
  await expect(waiter.getByRole('heading', { name: '¿De qué mesa es el pedido?' })).toBeVisible()
  await salon(waiter, 'Salón')
  await waiter.getByRole('button', { name: new RegExp(`^Mesa ${to} Ocupada`) }).click()
  await look(waiter, info.project.name, 'move-order')
  await expectAccessible(waiter)
  await waiter.getByRole('button', { name: new RegExp(`^Comanda .*${dishes[1]}`) }).click()
  await salon(waiter, 'Salón')
  await waiter.getByRole('button', { name: new RegExp(`^Mesa ${third} Libre`) }).click()
  await waiter.getByRole('button', { name: new RegExp(`^Mover la comanda \\d+ a Mesa ${third}$`) }).click()
  await waiter.waitForURL(/\/pos$/)
  await salon(waiter, 'Salón')
  await expect(waiter.getByRole('button', { name: new RegExp(`^Mesa ${third} .*Ocupada`) })).toBeVisible()

  // And comes back: a table that is taken can be joined.
  await waiter.goto('/pos-options?tab=move-table')
  await salon(waiter, 'Salón')
  await waiter.getByRole('button', { name: new RegExp(`^Mesa ${third} Ocupada`) }).click()
  await salon(waiter, 'Salón')
  const asked: string[] = []
  waiter.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await waiter.getByRole('button', { name: new RegExp(`^Mesa ${to} Ocupada`) }).click()
  await expect(waiter.getByText('Quedaría una sola cuenta')).toBeVisible()
  await expect(waiter.getByText(/ · 3 platos y bebidas/)).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/pos-options'))).toEqual([
    '/api/pos-options/merge-preview',
  ])
  await expect(waiter.getByRole('strong').filter({ hasText: 'S/ 94.00' })).toBeVisible()
  await look(waiter, info.project.name, 'merge')
  await expectAccessible(waiter)
  await waiter.getByRole('button', { name: `Juntar Mesa ${third} con Mesa ${to}`, exact: true }).click()
  await waiter.waitForURL(/\/pos$/)
  await salon(waiter, 'Salón')
  await expect(waiter.getByRole('button', { name: new RegExp(`^Mesa ${third} Libre`) })).toBeVisible()

  // The account is the one that sat down first, with both dishes.
  await waiter.goto(`/order/${request}`)
  await expect(waiter.getByRole('heading', { name: new RegExp(`^Mesa ${to}`) })).toBeVisible()

  const jorge = await newPage(browser, info, 'supervisor')
  await thePaperSays(jorge, `MESA ${from} - SALÓN -> MESA ${to} - SALÓN`)
  await jorge.goto('/pos-options?tab=action-log')
  await jorge.getByRole('button', { name: 'Hoy', exact: true }).click()
  await expect(jorge).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)
  const moved = jorge.getByRole('button', {
    name: new RegExp(`Mesa movida.*Mesa ${to} · Salón.*Necesitan más sitio`),
  })
  await moved.click()
  await expect(jorge.getByRole('cell', { name: `Mesa ${from} - Salón` }).first()).toBeVisible()
  await look(jorge, info.project.name, 'action-log')
  await expectAccessible(jorge)
  await jorge.getByRole('combobox', { name: 'Acción' }).click()
  await jorge.getByRole('option', { name: 'Mesas juntadas' }).click()
  await expect(jorge).toHaveURL(/type=TABLES_MERGED/)
  await expect(jorge.getByRole('button', { name: /Mesa movida/ })).toHaveCount(0)
})

test('a waiter has no action log', async ({ page, signIn }) => {
  await signIn('mozo', '/pos-options')
  await expect(page.getByRole('button', { name: 'Mover mesa' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Historial de acciones' })).toHaveCount(0)
})

/** Sits guests at a table and sends two commands, one dish each. */
async function serve(page: Page, table: string) {
  const login = await page.request.post('/api/login', { data: { username: 'mozo', password } })
  const headers = { Authorization: `Bearer ${(await login.json()).response.token}` }
  const ask = async (path: string, data?: object) => {
    const options = data ? { headers, data } : { headers }
    const answer = data ? await page.request.post(path, options) : await page.request.get(path, options)
    expect(answer.ok(), await answer.text()).toBe(true)
    return await answer.json()
  }
  const dishes = ['Lomo saltado', 'Cau cau'] as const
  const tables: { id: number; name: string }[] = (await ask('/api/tables')).rows
  const table_id = tables.find((each) => each.name === table)?.id
  const request: number = (await ask('/api/client-requests', { type: 'TABLE', table_id, persons: 2 }))
    .response.id
  const products: { id: number; name: string; variants: { id: number }[] }[] = (
    await ask('/api/catalog/sale')
  ).response.products
  for (const dish of dishes) {
    const product = products.find((each) => each.name === dish)
    const asked = {
      product: { id: product?.id },
      variant_id: product?.variants[0]?.id,
      qty: dish === 'Cau cau' ? 2 : 1,
    }
    await ask('/api/orders', { client_request: request, products: [asked] })
  }
  return { dishes, request }
}

async function salon(page: Page, name: string) {
  await page
    .getByRole('navigation', { name: 'Salones' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
}

async function thePaperSays(page: Page, text: string) {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/printers')
  await page.goto('/printers')
  const { rows } = (await (await answer).json()) as { rows: { id: number; name: string }[] }
  await page.goto(`/printers/${rows.find((row) => row.name === 'Cocina')?.id}/paper`)
  await expect(
    page.getByRole('article', { name: 'Cambio de mesa' }).filter({ hasText: text }).first(),
  ).toBeVisible()
}

async function look(page: Page, project: string, name: string) {
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}-${project}.png` })
}
