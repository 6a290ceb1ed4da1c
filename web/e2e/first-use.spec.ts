import { phoneSize } from './support/account'
import { openEmptyCompany } from './support/server'
import { expect, test } from './support/test'

test.use({ restaurant: 'first-use' })
test.setTimeout(180_000)

/** What an owner does on the first day: from a company with nothing in it to a comanda on paper and money in the box. */
test('an empty company comes from the guide to its first comanda and its first sale', async ({
  page,
  expectAccessible,
}, info) => {
  const company = await openEmptyCompany('La Nueva')
  const phone = phoneSize(info)
  const look = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
  const open = page.locator('li[aria-current=step]')
  try {
    await page.goto(`${company.url}/login`)
    await page.getByLabel('Usuario', { exact: true }).fill('admin')
    await page.getByLabel('Contraseña', { exact: true }).fill(company.password)
    await page.getByRole('button', { name: 'Ingresar' }).click()

    await test.step("a password of one's own before anything else", async () => {
      await page.waitForURL(/own-password/)
      await page.goto(`${company.url}/products`)
      await expect(page).toHaveURL(/own-password/)
      await expectAccessible()
      await look('own-password')
      await page.getByLabel('Nueva contraseña').fill(company.password)
      await page.getByLabel('Repite la contraseña').fill(company.password)
      await page.getByRole('button', { name: 'Guardar contraseña' }).click()
      await expect(page.getByText('Esa es la que te dieron.')).toBeVisible()
      await page.getByLabel('Nueva contraseña').fill('tres gatos verdes')
      await page.getByLabel('Repite la contraseña').fill('tres gatos verdes')
      await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    })
    await page.waitForURL(/first-use/)
    await expect(page.getByRole('img', { name: '0 de 5 pasos listos' })).toBeVisible()
    await expectAccessible()
    await look('company')

    await test.step('who it is, with a number that cannot be one first', async () => {
      await open.getByLabel('RUC').fill('20601234566')
      await open.getByLabel('Razón social').fill('LA NUEVA S.A.C.')
      await open.getByLabel('Dirección').fill('Av. Larco 1150')
      await open.getByRole('button', { name: 'Guardar y seguir' }).click()
      await expect(open.getByText(/el último es de control/)).toBeVisible()
      await open.getByLabel('RUC').fill('20601234565')
      await open.getByRole('button', { name: 'Guardar y seguir' }).click()
      await expect(page.getByText('La Nueva · RUC 20601234565 · Caja Principal')).toBeVisible()
    })

    await test.step('a room with tables', async () => {
      await open.getByLabel('¿Cuántas mesas?').fill('3')
      await look('floor')
      await open.getByRole('button', { name: 'Crear mesas' }).click()
      await expect(page.getByText('Salón · 3 mesas')).toBeVisible()
    })

    await test.step('left and taken up again', async () => {
      await page.goto(`${company.url}/dashboard`)
      await page.getByRole('link', { name: 'Continuar' }).click()
      await expect(page.getByRole('img', { name: '2 de 5 pasos listos' })).toBeVisible()
    })

    await test.step('three products', async () => {
      for (const [name, price] of [
        ['Ají de gallina', '32'],
        ['Lomo saltado', '38'],
        ['Chicha morada', '8'],
      ] as const) {
        await open.getByLabel('Nombre').fill(name)
        await open.getByLabel('Precio con IGV').fill(price)
        if (name === 'Ají de gallina') await look('products')
        await open.getByRole('button', { name: 'Agregar producto' }).click()
        // The third one ends the step, and the next one opens.
        if (name !== 'Chicha morada') await expect(open.getByLabel('Nombre')).not.toHaveValue(name)
      }
      await expect(page.getByText('3 productos')).toBeVisible()
    })

    await test.step('a printer on the screen and the PIN', async () => {
      await open.getByRole('button', { name: 'Usar una impresora virtual' }).click()
      await expect(open.getByText('Impresora lista').first()).toBeVisible()
      await look('printers')
      await open.getByLabel('PIN nuevo').fill('4321')
      await open.getByRole('button', { name: 'Poner PIN' }).click()
      await expect(page.getByText(/1 impresora · PIN puesto/)).toBeVisible()
    })

    await test.step('the first comanda', async () => {
      await open.getByRole('button', { name: 'Abrir mi caja' }).click()
      await expect(open.getByText('Caja abierta')).toBeVisible()
      await look('sale')
      await expectAccessible()
      await open.getByRole('link', { name: 'Tomar el primer pedido' }).click()
      await page.getByRole('button', { name: /^Mesa 1 Libre/ }).click()
      await page.getByRole('button', { name: '2 personas', exact: true }).click()
      await page.waitForURL(/\/order\//)
      await page
        .getByRole('button', { name: /^Ají de gallina/ })
        .first()
        .click()
      await page
        .getByRole('button', { name: /^Enviar/ })
        .last()
        .click()
      await expect(page.getByText(/^Comanda \d{4} enviada$/)).toBeVisible()
    })

    const account = new URL(page.url()).pathname.split('/').at(-1)
    await test.step('it is on paper', async () => {
      await page.goto(`${company.url}/printers`)
      await page.goto(`${company.url}/printers/1/paper`)
      await expect(page.getByText(/AJÍ DE GALLINA/i).first()).toBeVisible()
      await look('paper')
    })

    await test.step('and collected', async () => {
      await page.goto(`${company.url}/payment/${account}`)
      await page.getByRole('button', { name: /^Exacto/ }).click()
      await page.getByRole('button', { name: /^Cobrar S\/ 32.00/ }).click()
      await expect(page.getByText(/cobrada$/)).toBeVisible()
      await page.goto(`${company.url}/first-use`)
      await expect(page.getByText('Todo listo. Este restaurante ya vende.')).toBeVisible()
      await look(phone ? 'done-phone' : 'done')
    })
  } finally {
    await company.end()
  }
})
