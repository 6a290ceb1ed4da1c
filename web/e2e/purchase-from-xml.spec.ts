import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { callerOf, withCash } from './support/api'
import { complaints } from './support/layout'
import { expect, test } from './support/test'

test.use({ restaurant: 'purchases-xml' })
test.setTimeout(120_000)

const papers = '../server/tests/stories/purchases/papers'
const invoice = readFileSync(`${papers}/mariscos.xml`, 'utf8')

let closeTill: () => Promise<void>
test.beforeAll(async () => {
  closeTill = await withCash(await callerOf('supervisor'))
})
test.afterAll(() => closeTill())

const expectInOrder = (page: Page) => expect.poll(() => complaints(page), { timeout: 5_000 }).toEqual([])

const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel('XML de la factura', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })

test('a supplier’s XML becomes a purchase to the céntimo, and is known the second time', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const phone = info.project.name === 'phone'
  // Each project buys from a supplier of its own.
  const ruc = phone ? '20481234507' : '20548129363'
  const paper = invoice.replaceAll('20481234507', ruc).replaceAll('00009914', phone ? '00009914' : '00009915')
  await signIn('supervisor', '/purchase/create')
  await page.getByRole('link', { name: 'Desde XML' }).click()
  await expect(page.getByRole('heading', { name: 'Compra desde XML' })).toBeVisible()

  await choose(page, 'nota.xml', readFileSync(`${papers}/broken/credit_note.xml`, 'utf8'))
  await expect(page.getByRole('alert')).toContainText('el comprobante que la nota corrige')
  await expectAccessible()
  await choose(page, 'factura.xml', paper)

  // What needs an answer stands on top; until it has one, the purchase waits.
  const go = page.getByRole('button', { name: 'Continuar a la compra' })
  await expect(page.getByText('Cuadra al céntimo')).toBeVisible()
  await expect(page.getByText('Faltan 4 líneas. Nada se guarda todavía.')).toBeVisible()
  await expect(go).toBeDisabled()
  await expect(page.getByText('es un proveedor nuevo')).toBeVisible()
  await expect(page.getByText('12 kg a 49.00')).toBeVisible()
  await expectAccessible()
  await expectInOrder(page)
  await page.getByRole('button', { name: 'Es este: Langostino' }).click()
  await page.getByRole('button', { name: 'Es este: Aceite vegetal' }).click()

  // Another item, in another unit.
  await page.getByRole('button', { name: 'Otro ítem para PESCADO FRESCO PERICO ENTERO' }).click()
  await page.getByRole('textbox', { name: 'Ítem para PESCADO FRESCO PERICO ENTERO' }).fill('mixtura')
  await page.getByRole('option', { name: /^Mixtura de mariscos/ }).click()
  await page.getByRole('button', { name: 'Es este: Mixtura de mariscos' }).click()

  // Nobody has bought it yet: it is made here.
  await page.getByRole('textbox', { name: 'Ítem para HIELO EN ESCAMAS SACO 25KG' }).click()
  await page.getByRole('option', { name: 'Crear el insumo' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo insumo' })
  const ice = phone ? 'Hielo en escamas' : 'Hielo de mesa'
  await form.getByLabel('Nombre').fill(ice)
  await form.getByRole('combobox', { name: 'Se cuenta en' }).click()
  await page.getByRole('option', { name: 'Kilogramo (kg)' }).click()
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toHaveCount(0)
  await page.getByLabel('Cuánto trae cada NIU de HIELO EN ESCAMAS SACO 25KG').fill('25')
  await expect(page.getByText('100 kg a 0.72')).toBeVisible()
  await expectAccessible()
  await expectInOrder(page)
  await page.getByRole('button', { name: `Es este: ${ice}` }).click()
  await expect(page.getByText('Nada se guarda todavía.', { exact: true })).toBeVisible()
  await go.click()

  await page.waitForURL('**/purchase/create')
  await expect(page.getByRole('textbox', { name: 'Proveedor' })).toHaveValue(
    'FRUTOS DEL MAR DEL CALLAO S.A.C.',
  )
  await expect(page.getByLabel('El papel dice')).toHaveValue('1306.80')
  await expect(page.getByLabel('Flete')).toHaveValue('35.00')
  await expect(page.getByText('Cuadra', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Monto de la cuota 2')).toHaveValue('653.40')
  await page.getByRole('button', { name: 'Guardar compra' }).click()
  await page.waitForURL('**/purchase')

  // The file is with it.
  await page.goto('/purchase?period=all')
  await page.getByRole('link', { name: phone ? 'F002-9914' : 'F002-9915' }).click()
  await expect(page.getByRole('button', { name: 'Descargar factura.xml' })).toBeVisible()
  await page
    .getByLabel('Archivo de la compra')
    .setInputFiles({ name: 'guia.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
  await expect(page.getByRole('button', { name: 'Descargar guia.pdf' })).toBeVisible()
  await expectAccessible()
  await expectInOrder(page)
  await page.getByRole('button', { name: 'Quitar guia.pdf' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByRole('button', { name: 'Descargar guia.pdf' })).toHaveCount(0)

  // The same paper again is known, line by line.
  await page.goto('/purchase/from-xml')
  await choose(page, 'factura.xml', paper)
  await expect(page.getByText('Este papel ya está registrado.')).toBeVisible()
  await expect(page.getByText('Código conocido')).toHaveCount(4)
  await expect(go).toBeDisabled()
})
