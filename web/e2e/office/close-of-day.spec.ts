import { complaints } from '../support/layout'
import { expect, test } from '../support/test'

test.use({ restaurant: 'close' })

test('the owner reads a day in a few figures, and chooses to whom it is mailed', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  await signIn('admin', '/close-of-day')
  await expect(page.getByRole('heading', { name: 'Cierre del día' })).toBeVisible()
  const sold = page.getByRole('region', { name: 'Ventas del día' })
  await expect(sold).toContainText(/S\/\s[\d,]+\.\d\d/)
  const methods = page.getByRole('region', { name: 'Cómo pagaron' })
  await expect(methods).toContainText('Total')
  await expect(page.getByRole('region', { name: 'Texto para WhatsApp' })).toContainText('Cómo pagaron')
  const whatsapp = page.getByRole('link', { name: 'Enviar por WhatsApp' })
  await expect(whatsapp).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=/)
  await expectAccessible(page)
  expect(await complaints(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('close.png'), fullPage: true })

  await page.getByRole('button', { name: 'Cambiar' }).click()
  const drawer = page.getByRole('dialog', { name: 'Cierre por correo' })
  await drawer.getByRole('switch', { name: /^Enviar cada día/ }).press('Space')
  await drawer.getByRole('button', { name: /^Guardar/ }).click()
  await expect(drawer).toContainText('Elige a quién le llega')
  const to = `duena-${at}@ejemplo.pe`
  await drawer.getByRole('combobox', { name: 'A quién le llega' }).fill(to)
  await page.keyboard.press('Enter')
  await page.screenshot({ path: info.outputPath('mail.png') })
  await drawer.getByRole('button', { name: /^Guardar/ }).click()
  const mail = page.getByRole('region', { name: 'Cierre por correo' })
  await expect(mail).toContainText(to)
  await mail.getByRole('button', { name: 'Enviar ahora' }).click()
  await expect(mail.getByRole('listitem').filter({ hasText: to })).toContainText('Enviado el')
  await page.getByRole('button', { name: 'Día anterior' }).click()
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/)
})

test('the accountant reads it and sets nothing', async ({ page, signIn }) => {
  await signIn('contador', '/close-of-day')
  await expect(page.getByRole('region', { name: 'Cómo pagaron' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cierre por correo' })).toHaveCount(0)
})
