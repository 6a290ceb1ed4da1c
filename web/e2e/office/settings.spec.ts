import { phoneSize } from '../support/account'
import { type Caller, callerOf } from '../support/api'
import { expect, newPage, password, test } from '../support/test'

test.use({ restaurant: 'settings' })
test.setTimeout(120_000)

test('the house says who it is, with its logo on the log-in page and on paper', async ({
  page,
  signIn,
  browser,
  expectAccessible,
}, info) => {
  await signIn('admin', '/company-info')
  const house = page.getByRole('region', { name: 'Tu restaurante' })
  // On a phone, too, there is room for all digits of a RUC.
  const number = house.getByLabel('Número', { exact: true })
  await expect(number).toHaveValue(/^\d{11}$/)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await number.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await house.getByLabel('Teléfono').fill('llámame')
  await house.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(house.getByText(/de 6 a 20 dígitos/)).toBeVisible()
  await house.getByLabel('Teléfono').fill('(01) 555 1234')
  await house.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Empresa actualizada')).toBeVisible()

  const logo = page.getByRole('region', { name: 'Logo' })
  await logo.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(logoPng, 'base64'),
  })
  await logo.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Logo actualizado')).toBeVisible()
  await expectAccessible()
  await page.screenshot({ path: info.outputPath('company.png'), fullPage: true })

  const door = await (await browser.newContext({ baseURL: process.env.COMANDA_URL })).newPage()
  await door.goto('/login')
  await expect(door.locator('img[src^="/api/pictures/"]')).toBeVisible()
})

test('rules are felt at the till: the delivery charge and the PIN', async ({
  page,
  signIn,
  browser,
  expectAccessible,
}, info) => {
  await signIn('admin', '/global')
  const sale = page.getByRole('region', { name: 'Venta', exact: true })
  await sale.getByLabel('Cargo por delivery', { exact: true }).fill('9.50')
  await sale.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Ajustes guardados')).toBeVisible()
  await expectAccessible()
  await page.screenshot({ path: info.outputPath('global.png'), fullPage: true })

  const pin = page.getByRole('region', { name: 'PIN de seguridad' })
  await pin.getByRole('button', { name: 'Cambiar PIN' }).click()
  const drawer = page.getByRole('dialog', { name: 'Cambiar PIN' })
  await drawer.getByLabel('PIN nuevo', { exact: true }).fill('8306')
  await drawer.getByLabel('Otra vez el mismo', { exact: true }).fill('8305')
  await drawer.getByRole('button', { name: /Guardar/ }).click()
  await expect(drawer.getByText(/no son iguales/).first()).toBeVisible()
  await expect(drawer.getByText('Escribe el PIN actual o tu contraseña para cambiarlo.')).toBeVisible()
  await drawer.getByRole('button', { name: 'No lo recuerdo: usar mi contraseña' }).click()
  await drawer.getByLabel('Tu contraseña').fill(password)
  await drawer.getByLabel('Otra vez el mismo', { exact: true }).fill('8306')
  await drawer.getByRole('button', { name: /Guardar/ }).click()
  await expect(drawer).toBeHidden()

  const rates = page.getByRole('region', { name: 'IGV por fecha' })
  await rates.getByRole('button', { name: 'Agregar tasa' }).click()
  const rate = page.getByRole('dialog', { name: 'Nueva tasa de IGV' })
  await rate.getByLabel('Rige desde').fill('01/01/2027')
  await page.keyboard.press('Tab')
  await rate.getByRole('button', { name: /Crear/ }).click()
  await expect(rates.getByText('15 %')).toBeVisible()
  // Before it begins it can be changed, and go again.
  await rates.getByRole('button', { name: /^Cambiar Restaurantes MYPE/ }).click()
  const change = page.getByRole('dialog', { name: 'Cambiar la tasa de IGV' })
  await change.getByLabel('Tasa', { exact: true }).fill('16')
  await change.getByRole('button', { name: /Guardar/ }).click()
  await expect(rates.getByText('16 %')).toBeVisible()
  await rates.getByRole('button', { name: /^Quitar Restaurantes MYPE/ }).click()
  await expect(rates.getByText('16 %')).toBeHidden()

  const rosa = await callerOf('cajero')
  const account = await takeDelivery(rosa)
  const till = await newPage(browser, info, 'cajero', { path: `/order/${account}` })
  if (phoneSize(info)) await till.getByRole('button', { name: /^S\/\s/ }).click()
  await expect(till.getByText('9.50').first()).toBeVisible()
  const dismissed = (pin: string) =>
    rosa.put(`/client-requests/${account}/close`, { reason: 'Prueba', pin }).then(
      () => true,
      () => false,
    )
  expect(await dismissed('1234')).toBe(false)
  expect(await dismissed('8306')).toBe(true)
})

/** A delivery with a dish, sent. */
async function takeDelivery(caller: Caller) {
  const { products } = await caller.get<{ products: { id: number; name: string }[] }>('/catalog/sale')
  const { id } = await caller.post<{ id: number }>('/client-requests', {
    type: 'DELIVERY',
    client_name: 'Ana',
    phone: '999888777',
    direccion: 'Calle Berlín 420',
  })
  const dish = products.find((each) => each.name === 'Cau cau')
  await caller.post('/orders', { client_request: id, products: [{ product: { id: dish?.id }, qty: 1 }] })
  return id
}

test('series are added, switched and kept from harm', async ({ page, signIn, expectAccessible }, info) => {
  await signIn('admin', '/billing-config?tab=series')
  const spare = 'B0D1'
  await page.getByRole('button', { name: /^Nueva/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Nueva serie' })
  await drawer.getByLabel('Serie').fill('F999')
  await drawer.getByRole('button', { name: /Crear/ }).click()
  await expect(drawer.getByText(/empieza con B/).first()).toBeVisible()
  await drawer.getByLabel('Serie').fill(spare)
  await drawer.getByRole('button', { name: /Crear/ }).click()
  await expect(page.getByRole('button', { name: spare, exact: true })).toBeVisible()
  await expectAccessible()
  await page.screenshot({ path: info.outputPath('series.png'), fullPage: true })

  // The only one of its kind stays on, and says why.
  const only = page.getByRole('switch', { name: /F001/ })
  await page.getByRole('row', { name: /F001/ }).locator('label').first().click()
  await expect(page.getByText(/única serie activa/).first()).toBeVisible()
  await expect(only).toBeChecked()

  await page.getByRole('button', { name: `Acciones de ${spare}` }).click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Eliminar/ })
    .click()
  await expect(page.getByRole('button', { name: spare, exact: true })).toBeHidden()
})

/** 96 × 48, violet. */
const logoPng =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAAAwCAIAAABhdOiYAAAAbUlEQVR42u3YMREAIAwDwHrCEzaQDgYoAsL3Omb6KZeaY11/N/dbvgABAgQIECBAsUAg3nlAgAABAgQIUC4QCE0aECBAgAABsgcpipo0IECAAAECZA9SFDVpQIAAAQIEyB4EDhAgQIAAAQIUmz9jNr8dCd+ItQAAAABJRU5ErkJggg=='

test('the set-up of billing speaks of what is saved alone, and marks all that is empty', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', '/billing-config')
  await expect(page.getByRole('heading', { name: 'Todo está escrito' })).toBeVisible()
  await page.getByRole('radio', { name: /^OSE/ }).check()
  await expect(page.getByRole('heading', { name: 'Cambios sin guardar' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Probar' })).toBeHidden()
  // What signs wants a certificate, and says so before it is chosen for good.
  await expect(page.getByRole('region', { name: 'Certificado digital' })).toBeVisible()
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  for (const name of [/^Dirección del OSE/, /^Usuario SOL/, /^Clave SOL/])
    await expect(page.getByLabel(name)).toHaveAccessibleDescription(/Escribe/)
  await expectAccessible()
  // However long the menu is, the window does not scroll.
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
  await page.getByRole('radio', { name: /^Demostración/ }).check()
  await expect(page.getByRole('button', { name: 'Probar' })).toBeVisible()
})
