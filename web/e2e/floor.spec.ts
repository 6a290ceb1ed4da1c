import type { Page } from '@playwright/test'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'floor' })

const phone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 700

/** A table that nobody uses, from the bottom of the room: other specs take from the top. */
async function freeTable(page: Page): Promise<string> {
  const free = page.getByRole('button', { name: /^Mesa \d+ Libre/ }).last()
  const name = await free.innerText()
  return /\d+/.exec(name)?.[0] ?? ''
}

const tile = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Mesa ${name} `) })

/** Reserves the table from the map, as the form proposes it. */
async function reserve(page: Page, table: string, guest: string) {
  await tile(page, table).first().click()
  await page.getByRole('button', { name: 'Reservar', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Nueva reserva' })
  const soon = new Date(Date.now() + 15 * 60_000)
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Lima',
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(soon)
  const [date = '', time = ''] = parts.split(', ')
  await form.getByLabel('Día').fill(date)
  await form.getByLabel(/^Hora( \*)?$/).click()
  await page.keyboard.type(time.replace(':', ''))
  await form.getByLabel('A nombre de').fill(guest)
  await form.getByLabel('Teléfono').fill('987654321')
  await form.getByRole('button', { name: 'Reservar', exact: true }).click()
  await expect(form).toBeHidden()
}

test('a reservation shows on its table, is seated and becomes the account', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('mozo')
  const table = await freeTable(page)
  await reserve(page, table, 'Señora Paredes')
  await expect(tile(page, table).first()).toContainText('Reservada')
  await expect(tile(page, table).first()).toContainText('Señora Paredes')
  // From the table it is this reservation that is changed, and what is not touched stays.
  await tile(page, table).first().click()
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
  const change = page.getByRole('dialog', { name: 'Cambiar reserva' })
  await expect(change.getByLabel('A nombre de')).toHaveValue('Señora Paredes')
  await expect(change.getByLabel('Teléfono')).toHaveValue('987654321')
  await change.getByLabel('Nota').fill('Con torta')
  await expectAccessible()
  await change.getByRole('button', { name: 'Guardar reserva' }).click()
  await expect(change).toBeHidden()
  await page.getByRole('button', { name: /^Reservas:/ }).click()
  const list = page.getByRole('dialog', { name: 'Reservas' })
  await expect(list.getByText('Mesa guardada')).toBeVisible()
  await expect(list.getByText('Con torta')).toBeVisible()
  await expectAccessible()
  await list.getByRole('button', { name: 'Sentar a Señora Paredes' }).click()
  await page.waitForURL(/\/order\/\d+/)
  await expect(page.getByText(`Mesa ${table}`).first()).toBeVisible()
  // What can be done with a taken table knows which one it is.
  await page.goto('/pos')
  await tile(page, table).first().click({ button: 'right' })
  await page.getByRole('button', { name: 'Mover o juntar' }).click()
  await expect(page.getByRole('button', { name: `Desde: Mesa ${table} · Terraza` })).toBeVisible()
  await expect(page.getByRole('heading', { name: '¿A qué mesa va?' })).toBeVisible()
})

test('who walks in at a reserved table is asked, and cancelling takes reason and PIN', async ({
  page,
  signIn,
  browser,
}, info) => {
  await signIn('mozo')
  const table = await freeTable(page)
  // Another waiter has the dialog of the free table open already.
  const other = await newPage(browser, info, 'mozo2')
  await tile(other, table).first().click()
  await reserve(page, table, 'Familia Torres')
  await other.getByRole('button', { name: '2 personas', exact: true }).click()
  const warning = other.getByRole('dialog', { name: `La mesa ${table} está reservada` })
  await expect(warning).toContainText('Familia Torres')
  await expect(warning.getByRole('button', { name: 'Abrir de todos modos' })).toBeVisible()
  await other.context().close()

  await tile(page, table).first().click()
  await page.getByRole('button', { name: 'Cancelar reserva' }).click()
  await page.getByRole('button', { name: 'El cliente canceló' }).click()
  await page.getByRole('button', { name: 'Pedir PIN' }).click()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Reserva cancelada')).toBeVisible()
  await expect(tile(page, table).first()).toContainText('Libre')
})

test('a table is dragged, saved, and stands there on the map', async ({ page, signIn, expectAccessible }) => {
  test.skip(phone(page), 'a phone edits by number')
  await signIn('supervisor', '/tables')
  await page.getByRole('button', { name: 'Salón', exact: true }).click()
  const table = page.getByRole('button', { name: /^Mesa 24,/ })
  const before = await table.boundingBox()
  if (!before) throw new Error('the table is not drawn')
  await page.mouse.move(before.x + 30, before.y + 30)
  await page.mouse.down()
  await page.mouse.move(before.x + 150, before.y + 33, { steps: 6 })
  await expect(page.getByRole('status', { name: 'Distancia' }).first()).toHaveText(/^\d+$/)
  await page.mouse.up()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('button', { name: 'Guardar cambios' })).toBeDisabled()
  await page.getByRole('button', { name: 'Rehacer' }).click()
  await table.press('ArrowRight')
  await expectAccessible()
  const said = (await table.getAttribute('aria-label')) ?? ''
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Plano guardado')).toBeVisible()
  await page.goto('/pos')
  await page
    .getByRole('button', { name: /^Salón/ })
    .first()
    .click()
  const shown = await tile(page, '24')
    .first()
    .evaluate((node) => (node as HTMLElement).style.left)
  const x = Number(/en (\d+),/.exec(said)?.[1])
  expect(Number.parseFloat(shown)).toBeCloseTo((x / 912) * 100, 1)
})

test('a full room says so, and takes one more table once it is larger', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  test.skip(phone(page), 'it is the same call')
  await signIn('admin', '/tables')
  await page.getByRole('button', { name: 'Mesa', exact: true }).click()
  await expect(page.getByText(/No queda sitio libre para esta mesa/)).toBeVisible()
  await page.getByRole('button', { name: 'Editar salón Terraza' }).click()
  const salon = page.getByRole('dialog', { name: 'Editar salón' })
  await salon.getByLabel('Largo del salón').fill('300')
  await salon.getByRole('button', { name: 'Guardar salón' }).click()
  await expect(salon.getByText(/^La posición debe estar entre/)).toBeVisible()
  await salon.getByLabel('Largo del salón').fill('900')
  await expectAccessible()
  await salon.getByRole('button', { name: 'Guardar salón' }).click()
  await expect(salon).toBeHidden()
  await page.getByRole('button', { name: 'Mesa', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Mesa 15' })).toBeVisible()
  await expect(page.getByText('Esta mesa está encima de otra.')).toBeHidden()
  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  const asking = page.getByRole('dialog')
  await asking.getByRole('button', { name: 'Quitar' }).click()
  await expect(asking).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Mesa 15' })).toBeHidden()
})

test('on a phone a table is set up by number', async ({ page, signIn }) => {
  test.skip(!phone(page), 'a desktop draws the room')
  await signIn('admin', '/tables')
  await page.getByRole('button', { name: /^Mesa 1\b/ }).click()
  await page.getByRole('group', { name: 'Sillas' }).getByRole('button', { name: 'Agregar uno' }).click()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Plano guardado')).toBeVisible()
})

test('a delivery goes from the order to the door', async ({ page, signIn }) => {
  await signIn('cajero')
  if (phone(page)) await page.getByRole('navigation').getByRole('button', { name: 'Delivery' }).click()
  await page.getByRole('button', { name: 'Nuevo Delivery' }).click()
  const form = page.getByRole('dialog', { name: 'Pedido de delivery' })
  const guest = `Milagros ${Date.now() % 10_000}`
  await form.getByLabel('¿A nombre de quién?').fill(guest)
  await form.getByRole('button', { name: 'Tomar el pedido' }).click()
  await expect(form.getByText('Escribe la dirección de entrega.')).toBeVisible()
  await expect(form.getByLabel('Dirección')).toBeFocused()
  await form.getByLabel('Dirección').fill('Calle Berlín 420')
  await form.getByLabel('Teléfono').fill('abc-telefono!!')
  await form.getByRole('button', { name: 'Tomar el pedido' }).click()
  await expect(form.getByText(/Escribe el teléfono con números/)).toBeVisible()
  await form.getByLabel('Teléfono').fill('+51 987 654 321')
  await expect(form.getByText(/por delivery/)).toBeVisible()
  await form.getByRole('button', { name: 'Tomar el pedido' }).click()
  await page.waitForURL(/\/order\/\d+/)
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await page
    .getByRole('button', { name: /^Ají de gallina/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Enviar/ }).click()
  await expect(page.getByText(/Comanda \d+ enviada/).first()).toBeVisible()
  await page.goto('/pos')
  if (phone(page)) await page.getByRole('navigation').getByRole('button', { name: 'Delivery' }).click()
  const row = page.getByRole('listitem').filter({ hasText: guest })
  await expect(row).toContainText('Calle Berlín 420')
  await row.getByRole('button', { name: /^Acciones del pedido/ }).click()
  await row.getByRole('button', { name: 'Asignar repartidor' }).click()
  await page.getByLabel('Repartidor', { exact: true }).fill('Jhon')
  await page.getByRole('button', { name: 'Asignar', exact: true }).click()
  await expect(row).toContainText('Jhon')
  await row.getByRole('button', { name: /^Acciones del pedido/ }).click()
  await page.getByRole('button', { name: 'Salió a reparto' }).first().click()
  await page.getByRole('button', { name: 'Sí, ya salió' }).click()
  await expect(row).toContainText('En camino')
  await row.getByRole('button', { name: 'Entregado' }).click()
  await expect(row.getByText('Entregado')).toBeVisible()
})
