import type { Page, TestInfo } from '@playwright/test'
import { phoneSize } from './support/account'
import { callerOf } from './support/api'
import { expect, test } from './support/test'

test.use({ restaurant: 'lists' })

/** Something new of a name that no other project uses: they may share one restaurant. */
const own = (info: TestInfo, name: string) => `${name} ${info.project.name}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })
const look = (page: Page, info: TestInfo, name: string) =>
  page.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled' })

/** No sideways scrolling anywhere. */
const expectFits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

test('ways to pay: searched, narrowed, sorted, and the address says so', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await signIn('admin', '/payment-options')
  await expect(page.getByText(/medios, \d+ activos/)).toBeVisible()
  await expectAccessible()
  await expectFits(page)
  await look(page, info, 'list')

  await page.getByRole('searchbox', { name: 'Buscar por nombre' }).fill('YÁP')
  await expect(page).toHaveURL(/q=Y%C3%81P/)
  await expect(row(page, 'Visa')).toHaveCount(0)
  await expect(row(page, 'Yape')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('YÁP')
  await page.getByRole('button', { name: 'Borrar' }).click()
  await expect(row(page, 'Visa')).toBeVisible()

  await page.getByRole('searchbox').fill('no hay tal cosa')
  await expect(page.getByText('Nada coincide con lo que buscas')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar búsqueda y filtros' }).click()
  await expect(row(page, 'Visa')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('')

  if (phoneSize(info)) {
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByRole('dialog').getByLabel('Tarjeta').check()
    await expectAccessible()
    await look(page, info, 'filters')
    await page.getByRole('dialog').getByRole('button', { name: /^Ver / }).click()
    await expect(page.getByRole('button', { name: 'Filtros, 1 puesto' })).toBeVisible()
  } else {
    await page.getByRole('button', { name: 'Tipo', exact: true }).first().click()
    await page.getByLabel('Tarjeta').check()
    await look(page, info, 'filter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Tipo: Tarjeta', exact: true })).toBeVisible()
  }
  await expect(row(page, 'Yape')).toHaveCount(0)
  await expect(row(page, 'Visa')).toBeVisible()
  // Back takes the filter away again.
  await page.goBack()
  await expect(row(page, 'Yape')).toBeVisible()

  const firstName = page.getByRole('rowheader').first()
  await page.getByRole('button', { name: 'Medio de pago', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Medio de pago' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByRole('button', { name: 'Medio de pago', exact: true }).click()
  await expect(firstName).toContainText('Yape')
})

test('a way to pay is made, mistaken, changed and deleted', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const name = own(info, 'Rappi Pay')
  await signIn('admin', '/payment-options')
  await page.getByRole('button', { name: phoneSize(info) ? 'Nuevo' : 'Nuevo medio de pago' }).click()
  const making = drawer(page, 'Nuevo medio de pago')
  await making.getByRole('button', { name: 'Crear' }).click()
  // The server's word stands at the field, which has the focus; no notice says it again.
  await expect(making.getByLabel('Nombre')).toBeFocused()
  await expect(making.getByText('Escribe el nombre, de hasta 40 letras.').first()).toBeVisible()
  await expect(making.getByRole('button', { name: 'Cerrar aviso' })).toHaveCount(0)
  await expectAccessible()
  await look(page, info, 'error')
  await making.getByLabel('Nombre').fill('yape')
  await page.keyboard.press('Enter')
  await expect(making.getByText('Ya hay un medio de pago Yape.').first()).toBeVisible()

  // What was typed is not lost unasked: neither by Esc nor by back.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await page.goBack()
  await expect(page.getByText('Hay cambios sin guardar')).toBeVisible()
  await look(page, info, 'unsaved')
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(making.getByLabel('Nombre')).toHaveValue('yape')

  await making.getByLabel('Nombre').fill(name)
  await making.getByRole('combobox', { name: 'Tipo' }).click()
  await page.getByRole('option', { name: 'Transferencia' }).click()
  await making.getByLabel('Nombre').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Medio de pago creado')).toBeVisible()
  await expect(making).toBeHidden()

  await row(page, name).getByRole('button', { name, exact: true }).click()
  await expect(page).toHaveURL(/open=\d+/)
  await page.reload()
  const editing = drawer(page, 'Editar medio de pago')
  await editing.getByText('Pide número de operación').click()
  await editing.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Medio de pago actualizado')).toBeVisible()

  await row(page, name)
    .getByRole('button', { name: `Acciones de ${name}` })
    .click()
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await expectAccessible()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Medio de pago eliminado')).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
})

test('a switch that fails goes back, and says so in its row until it is tried again', async ({
  page,
  signIn,
}, info) => {
  const name = own(info, 'Plin de prueba')
  const say = await callerOf('admin')
  await say.post('/payment-options', { name, payment_type_id: 3 })
  await signIn('admin', `/payment-options?q=${encodeURIComponent(name)}`)
  const active = row(page, name).getByRole('switch')
  await expect(active).toBeChecked()
  await page.route('**/api/payment-options/*/status', (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal', message: '', errors: {} } }),
  )
  await row(page, name).locator('label').first().click()
  // At once as it was wanted; then what the server says.
  await expect(active).not.toBeChecked()
  await expect(page.getByText('Error al actualizar estado')).toBeVisible()
  await expect(active).toBeChecked()
  await expect(row(page, name).getByText('No se guardó')).toBeVisible()
  await look(page, info, 'switch-failed')
  await page.unroute('**/api/payment-options/*/status')
  await row(page, name).getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('Estado de medio de pago actualizado')).toBeVisible()
  await expect(active).not.toBeChecked()
  await expect(row(page, name).getByText('No se guardó')).toBeHidden()
  await page.reload()
  await expect(active).not.toBeChecked()
})

test('a cash box in use is not deleted; it is disabled instead', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const name = own(info, 'Terraza')
  const say = await callerOf('supervisor')
  const box = await say.post<{ id: number }>('/cashboxes', { name })
  const [turn] = await say.get<{ id: number }[]>('/turns')
  const opened = { cashbox_id: box.id, turn_id: turn?.id, open_amount: '0', status: 'OPEN' }
  const cycle = await say.post<{ id: number }>('/cashbox-cycles', opened)
  await say.put(`/cashbox-cycles/${cycle.id}`, { status: 'CLOSED', close_amount: '0' })

  await signIn('supervisor', '/cashboxes')
  await expectAccessible()
  await expectFits(page)
  await look(page, info, 'cashboxes')
  await row(page, name)
    .getByRole('button', { name: `Acciones de ${name}` })
    .click()
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
  const asking = page.getByRole('dialog', { name: `¿Eliminar ${name}?` })
  await asking.getByRole('button', { name: 'Eliminar' }).click()
  await expect(asking.getByRole('alert')).toContainText('ya se abrió una vez y su historia se guarda')
  await look(page, info, 'in-use')
  await asking.getByRole('button', { name: 'Desactivar en su lugar' }).click()
  await expect(page.getByText('Estado de caja actualizado')).toBeVisible()
  await expect(row(page, name).getByRole('switch')).not.toBeChecked()

  await page.getByRole('link', { name: 'Turnos', exact: true }).click()
  await expect(page).toHaveURL(/tab=turns/)
  await expect(row(page, 'Mañana')).toBeVisible()
  await expectAccessible()
})

test('more than a page: the pager, and a link to its last page', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const say = await callerOf('supervisor')
  const known = (await say.get<unknown[]>('/turns')).length
  for (let n = known; n < 24; n += 1) await say.post('/turns', { name: own(info, `Turno ${n}`) })
  await signIn('supervisor', '/cashboxes?tab=turns')
  await expect(page.getByText(/^1 a 20 de \d+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^21 a \d+ de \d+$/)).toBeVisible()
  await expectAccessible()
  await look(page, info, 'pager')
  await page.goto('/cashboxes?tab=turns&page=99')
  await expect(page).toHaveURL(/page=2/)
  // A search begins at the first page.
  await page.getByRole('searchbox').fill('mañana')
  await expect(page).not.toHaveURL(/page=/)
  await expect(row(page, 'Mañana')).toBeVisible()
})

test('empty, loading and failed lists are said in words', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await signIn('admin')
  await page.route('**/api/cashboxes?*', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, code: 'internal', message: '', errors: {}, request_id: 'req_8f2c41' },
    }),
  )
  await page.goto('/cashboxes')
  await expect(page.getByText('Cargando Cajas y turnos')).toBeAttached()
  await look(page, info, 'loading')
  await expect(page.getByText('req_8f2c41')).toBeVisible({ timeout: 20_000 })
  await expectAccessible()
  await look(page, info, 'failed')
  await page.unroute('**/api/cashboxes?*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(row(page, 'Principal')).toBeVisible()

  await page.route('**/api/turns?*', (route) =>
    route.fulfill({ json: { success: true, rows: [], total_rows: 0, total_pages: 1 } }),
  )
  await page.goto('/cashboxes?tab=turns')
  await page.getByRole('button', { name: /^Crear turno/ }).click()
  await expect(drawer(page, 'Nuevo turno')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible()
  await look(page, info, 'empty')
})

test('anywhere by a few letters', async ({ page, signIn, expectAccessible }, info) => {
  test.skip(phoneSize(info), 'needs a keyboard')
  await signIn('admin')
  await expect(page.getByRole('button', { name: 'Ir a…' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('medios')
  await expect(page.getByRole('option', { name: /Medios de pago/ })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible()
  await look(page, info, 'go-to')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/payment-options/)
  await expect(page.getByRole('heading', { name: 'Medios de pago' })).toBeVisible()
})

test('a setting and a client are found by a few letters too', async ({ page, signIn }, info) => {
  const office = await callerOf('admin')
  const client = await office.post('/clients', {
    document_type: 'DNI',
    document_number: phoneSize(info) ? '45128890' : '45128891',
    name: 'Rosalinda',
    last_name: `Huamán ${info.project.name}`,
  })
  await signIn('admin', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const search = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Pantalla, ajuste o cliente' }).fill(text)
  }
  await search('igv')
  await expect(page.getByRole('option', { name: /IGV por fecha/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'IGV por fecha' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'IGV por fecha' })).toBeInViewport()
  await search('tolerada')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Diferencia tolerada al cerrar')).toBeFocused()
  for (const words of [`rosalinda huamán ${info.project.name}`, client.document_number]) {
    await search(words)
    await page
      .getByRole('option', { name: new RegExp(`Huamán ${info.project.name}.*${client.document_number}`) })
      .click()
    await expect(page).toHaveURL(`/clients?open=${client.id}`)
    await expect(page.getByRole('dialog').getByLabel(/^Número/)).toHaveValue(client.document_number)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('who may not see clients or rules finds neither', async ({ page, signIn }, info) => {
  test.skip(phoneSize(info), 'the rule is the same')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn('mozo', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Pantalla, ajuste o cliente' }).fill('igv')
  await expect(page.getByText('Nada se llama así.')).toBeVisible()
  expect(asked).not.toContain('/api/clients')
})

test('any screen is found by its name, lists behind tabs too', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await signIn('admin', '/dashboard')
  const phone = phoneSize(info)
  if (phone) await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('button', { name: /^Ir a/ }).click()
  const palette = page.getByRole('dialog', { name: /^Ir a una pantalla/ })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expectAccessible()
  await look(page, info, 'go-to')
  await palette.getByRole('combobox').fill('atrib')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products?tab=attributes')
  await expect(palette).toHaveCount(0)
  if (phone) await page.getByRole('button', { name: 'Abrir menú' }).click()
  const menu = page.getByRole('navigation', { name: 'Menú' })
  await expect(menu.getByRole('link', { name: 'Atributos' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('link', { name: 'Productos' })).not.toHaveAttribute('aria-current')
  await look(page, info, 'menu')
  await menu.getByRole('link', { name: 'Categorías' }).click()
  await expect(page.getByRole('heading', { name: 'Categorías' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('unidades')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/supplies?tab=units')

  await page.goto('/products?import=1')
  const importing = page.getByRole('dialog', { name: 'Importar productos' })
  await expect(importing).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(importing).toHaveCount(0)
  await expect(page).toHaveURL('/products')
})

test('a menu that is opened while the next screen is being made stays open', async ({
  page,
  signIn,
}, info) => {
  test.skip(!phoneSize(info), 'a phone has it in a drawer')
  await signIn('admin', '/dashboard')
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  const menu = page.getByRole('navigation', { name: 'Menú' })
  await menu.getByRole('button', { name: 'Catálogo' }).click()
  await menu.getByRole('link', { name: 'Productos' }).evaluate(async (link) => {
    const opener = document.querySelector<HTMLElement>('[aria-label="Abrir menú"]')
    const drawer = link.closest<HTMLElement>('[popover]')
    ;(link as HTMLElement).click()
    while (location.pathname !== '/products') await new Promise((later) => setTimeout(later))
    // Tapped as soon as the address has changed: it closes what is open, and opens it again.
    drawer?.hidePopover()
    opener?.click()
  })
  await expect(page.getByRole('heading', { name: 'Productos' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Productos' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Categorías' }).click()
  await expect(page.getByRole('heading', { name: 'Categorías' })).toBeVisible()
  await expect(menu).toBeHidden()
})
