import type { Locator, Page } from '@playwright/test'
import { account, lineOf, phoneSize, takeaway, tile } from './support/account'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'keys' })
test.setTimeout(120_000)

const fried = 'Rocoto relleno'

/** By keyboard alone: opened from there, closed with Esc; what lies below stays, and the focus is back. */
async function opensAndCloses(page: Page, opener: Locator, layer: Locator, inside?: () => Promise<void>) {
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(layer).toBeVisible()
  await inside?.()
  const at = page.url()
  await page.keyboard.press('Escape')
  await expect(layer).toBeHidden()
  expect(page.url()).toBe(at)
  await expect(opener).toBeFocused()
}

test('Esc closes what is in front on every screen of the till, and the focus goes back', async ({
  browser,
}, info) => {
  const guest = `Capas ${Date.now()}`
  const id = await takeaway(guest)
  const caller = await callerOf('cajero')
  const sale = await caller.get('/catalog/sale')
  const dish = sale.products.find((each: { name: string }) => each.name === fried)
  await caller.post('/orders', {
    client_request: id,
    products: [{ product: { id: dish.id }, qty: 2, variant_id: dish.variants[0]?.id }],
  })
  const page = await newPage(browser, info, 'cajero')
  page.setDefaultTimeout(15_000)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const user = button(/^Sesión de/)

  // The map: the user's menu, a free table, the reservations.
  await page.goto('/pos')
  await expect(button(/^Mesa \d+/).first()).toBeVisible()
  await opensAndCloses(page, user, group('Tu menú'))
  await opensAndCloses(page, button(/^Mesa \d+.* Libre/).first(), dialog(/^Abrir mesa|^Mesa/))
  await opensAndCloses(page, button(/^Reservas/), dialog(/Reservas/))

  // Typing finds: a table by its number, an account by its name; Enter opens the only one.
  await page.keyboard.type('mesa 13')
  await expect(button(/^Mesa \d+/)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(button(/^Mesa 1 /)).toBeVisible()
  await page.keyboard.type(guest)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/order/${id}$`))

  // The order: its menu, a dialog out of it, the choices, the note of a line, a PIN above a panel.
  await expect(tile(page, '\\S')).toBeVisible()
  const more = button('Más opciones de la cuenta')
  if (!phoneSize(info)) {
    await opensAndCloses(page, more, group('Más opciones de la cuenta'))
    await more.focus()
    await page.keyboard.press('Enter')
    await button('Comandas enviadas').focus()
    await page.keyboard.press('Enter')
    await expect(dialog('Comandas enviadas')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog('Comandas enviadas')).toBeHidden()
    await expect(more).toBeFocused()
  }
  // A steak goes out as the ring says: arrows choose, and Enter adds.
  await page.keyboard.type('lomo saltado')
  await page.keyboard.press('Enter')
  const choices = page.getByRole('region', { name: 'Opciones de Lomo saltado' })
  await choices.getByRole('radio', { name: 'Inglés' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await expect(choices.getByRole('radio', { name: 'Medio' })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(choices).toBeHidden()
  expect(page.url()).toMatch(/\/order\//)
  await page.keyboard.type('lomo saltado')
  await page.keyboard.press('Enter')
  await choices.getByRole('radio', { name: 'Inglés' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const lines = await account(page, info)
  await expect(lines.getByText('Medio')).toBeVisible()
  // The note of a line.
  if (phoneSize(info)) await page.keyboard.press('Escape')
  await page.keyboard.type('ocopa')
  await page.keyboard.press('Enter')
  await lineOf(await account(page, info), '1 Ocopa arequipeña').focus()
  await page.keyboard.press('Enter')
  await opensAndCloses(
    page,
    lines.getByRole('button', { name: 'Nota' }),
    page.getByRole('textbox', { name: 'Para el cocinero' }),
  )
  await lineOf(lines, `2 ${fried}`).focus()
  await page.keyboard.press('Enter')
  await lines.getByRole('button', { name: 'Anular' }).focus()
  await page.keyboard.press('Enter')
  const dismissing = page.getByRole('region', { name: 'Anular platos enviados' })
  await dismissing.getByRole('button', { name: 'El cliente cambió de plato' }).click()
  await opensAndCloses(
    page,
    dismissing.getByRole('button', { name: /^Pedir PIN/ }),
    dialog('PIN para anular'),
    async () => {
      // A refused PIN is typed again at once, whatever sent it.
      await page.keyboard.type('9999')
      await dialog('PIN para anular')
        .getByRole('button', { name: /^Autorizar/ })
        .click()
      await expect(page.getByRole('alert').filter({ hasText: /PIN/ })).toBeVisible()
      await page.keyboard.type('12')
      await expect(page.getByRole('status').filter({ hasText: '2' }).first()).toBeAttached()
    },
  )
  await expect(dismissing).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(dismissing).toBeHidden()
  expect(page.url()).toMatch(/\/order\//)

  // The payment: the client's window, the user's menu; then the order, then the map.
  await page.goto(`/payment/${id}`)
  await expect(button(/^Cobrar S/)).toBeVisible()
  await opensAndCloses(page, button('Buscar DNI o RUC'), dialog('Cliente'))
  await opensAndCloses(page, user, group('Tu menú'))
  // A RUC is typed straight away where a factura wants one.
  await page.getByRole('radio', { name: /^Factura/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('20604781231')
  await expect(button(/CONSULTORES DEL PACÍFICO/i)).toBeVisible()
  // Whom it is billed to would have to be said again.
  await page.keyboard.press('Escape')
  await dialog('Hay cambios sin guardar').getByRole('button', { name: 'Salir sin guardar' }).click()
  await page.waitForURL(/\/order\//)
  await expect(page.getByRole('navigation', { name: 'Categorías' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/pos$/)

  // The kitchen's wall.
  await page.goto('/monitor-production')
  await opensAndCloses(page, button('Recuperar'), dialog(/./))
})
