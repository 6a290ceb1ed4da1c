import type { Locator } from '@playwright/test'
import { phoneSize } from './support/account'
import { openEmptyCompany } from './support/server'
import { expect, test } from './support/test'

test.use({ restaurant: 'first-use' })
test.setTimeout(180_000)

/** What the way from the log-in to the first sale may ask for: clicks and fields together. On a phone forms that need nothing are sent by their buttons. */
const maxSteps = { desktop: 17, phone: 19 }

/** What an owner does on the first day: from a company with nothing in it to a comanda on paper and money in the box. */
test('an empty company comes from the guide to its first comanda and its first sale', async ({
  page,
  expectAccessible,
}, info) => {
  const company = await openEmptyCompany('La Nueva')
  const phone = phoneSize(info)
  const look = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
  const open = page.locator('li[aria-current=step]')
  // What every owner has to do is counted; what this test does besides (mistakes, looking around) is not.
  let steps = 0
  const fill = async (field: Locator, text: string) => {
    steps += 1
    await field.fill(text)
  }
  const click = async (button: Locator) => {
    steps += 1
    await button.click()
  }
  // After the last field, as on any keyboard: neither a click nor a field.
  const enter = () => page.keyboard.press('Enter')
  try {
    await page.goto(`${company.url}/login`)
    await fill(page.getByLabel('Usuario', { exact: true }), 'admin')
    await fill(page.getByLabel('Contraseña', { exact: true }), company.password)
    await enter()

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
      await fill(page.getByLabel('Nueva contraseña'), 'tres gatos verdes')
      await fill(page.getByLabel('Repite la contraseña'), 'tres gatos verdes')
      await enter()
    })
    await page.waitForURL(/first-use/)
    await expect(page.getByRole('img', { name: '0 de 6 pasos listos' })).toBeVisible()
    await expectAccessible()
    await look('company')

    await test.step('who it is and under which IGV, with a number that cannot be one first', async () => {
      await expect(open.getByRole('radio', { name: /^18 %/ })).toBeChecked()
      await expect(open.getByText(/Solo micro y pequeñas empresas/)).toBeVisible()
      await open.getByLabel('RUC').fill('20601234566')
      await fill(open.getByLabel('Razón social'), 'LA NUEVA S.A.C.')
      await fill(open.getByLabel('Dirección'), 'Av. Larco 1150')
      await fill(open.getByLabel('Tu nombre'), 'Carla')
      await fill(open.getByLabel('PIN de seguridad'), '7291')
      await open.getByRole('button', { name: 'Guardar y seguir' }).click()
      await expect(open.getByText(/el último es de control/)).toBeVisible()
      await open.getByRole('radio', { name: /^10.5 %/ }).check()
      await fill(open.getByLabel('RUC'), '20601234565')
      await enter()
      const done = 'La Nueva · RUC 20601234565 · IGV 10.5 % · Caja Principal · PIN puesto'
      await expect(page.getByText(done)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Hola, Carla' })).toBeVisible()
    })

    await test.step('a rate chosen by mistake is chosen again', async () => {
      await page.getByRole('button', { name: 'Cambiar: Tu empresa' }).click()
      await expect(open.getByRole('radio', { name: /^10.5 %/ })).toBeChecked()
      await look('company-again')
      await open.getByRole('radio', { name: /^18 %/ }).check()
      await open.getByRole('button', { name: 'Guardar y seguir' }).click()
      await expect(page.getByText(/IGV 18 % · Caja Principal/)).toBeVisible()
      await page.goto(`${company.url}/first-use`)
    })

    await test.step('a room with tables', async () => {
      await look('floor')
      // All of it is right as it stands, and the keyboard is there already.
      if (phone) await click(open.getByRole('button', { name: 'Crear mesas' }))
      else {
        await expect(open.getByLabel('Nombre del salón')).toBeFocused()
        await enter()
      }
      await expect(page.getByText('Salón · 8 mesas')).toBeVisible()
    })

    await test.step('left and taken up again', async () => {
      await page.goto(`${company.url}/dashboard`)
      await page.getByRole('link', { name: 'Continuar' }).click()
      await expect(page.getByRole('img', { name: '2 de 6 pasos listos' })).toBeVisible()
    })

    await test.step('a product, and another one', async () => {
      await open.getByLabel('Nombre').fill('Chicha morada')
      await open.getByLabel('Precio con IGV').fill('8')
      await open.getByRole('combobox', { name: 'Sale por' }).click()
      await page.getByRole('option', { name: 'BAR' }).click()
      await look('products')
      await open.getByRole('button', { name: 'Guardar y agregar otro' }).click()
      await expect(open.getByLabel('Nombre')).toHaveValue('')
      await open.getByRole('combobox', { name: 'Sale por' }).click()
      await page.getByRole('option', { name: /^cocina$/i }).click()
      await fill(open.getByLabel('Nombre'), 'Ají de gallina')
      await fill(open.getByLabel('Precio con IGV'), '32')
      await enter()
      await expect(page.getByText('2 productos', { exact: true })).toBeVisible()
    })

    await test.step('what there is of a drink: it can wait, and is not what comes next', async () => {
      await expect(open.getByRole('heading', { name: 'Impresora y equipo' })).toBeVisible()
      await page.getByRole('button', { name: 'Lo que hay en almacén' }).click()
      await expect(open.getByLabel('Cuánto hay de Ají de gallina')).toBeVisible()
      await open.getByRole('button', { name: 'Dejarlo para después' }).click()
      await expect(open.getByRole('heading', { name: 'Impresora y equipo' })).toBeVisible()
      await page.getByRole('button', { name: 'Lo que hay en almacén' }).click()
      await open.getByRole('button', { name: 'Guardar lo que hay' }).click()
      await expect(open.getByText('Escribe cuánto hay de al menos un ítem.')).toBeVisible()
      await open.getByLabel('Cuánto hay de Chicha morada').fill('24')
      await open.getByLabel('Costo de uno de Chicha morada').fill('2.50')
      await expectAccessible()
      await look('stock')
      await open.getByRole('button', { name: 'Guardar lo que hay' }).click()
      await expect(page.getByText('1 ítem', { exact: true })).toBeVisible()
    })

    await test.step('a printer on the screen', async () => {
      await look('printers')
      await click(open.getByRole('button', { name: 'Usar una impresora virtual' }))
      await expect(page.getByText('1 impresora', { exact: true })).toBeVisible()
    })

    await test.step('how another computer is paired is said truly', async () => {
      await page.goto(`${company.url}/printers?pair=1`)
      const dialog = page.getByRole('dialog', { name: 'Vincular un agente' })
      await expect(dialog.getByText(/todavía no tiene los instaladores/)).toBeVisible()
      await expect(dialog.getByText(/solo se alcanza desde esta misma computadora/)).toBeVisible()
      await look('pairing')
      await expectAccessible()
      await page.goto(`${company.url}/first-use`)
    })

    await test.step('the first comanda', async () => {
      await expect(open.getByText(/la primera ya es de verdad/)).toBeVisible()
      await look('sale')
      await expectAccessible()
      // Who has nothing in the box types nothing.
      await expect(open.getByText('Sin efectivo déjalo vacío: se abre con S/ 0.00.')).toBeVisible()
      if (phone) await click(open.getByRole('button', { name: 'Abrir mi caja e ir al salón' }))
      else {
        await expect(open.getByLabel('Efectivo con el que empiezas')).toBeFocused()
        await enter()
      }
      await click(page.getByRole('button', { name: /^Mesa 1 Libre/ }))
      await click(page.getByRole('button', { name: '2 personas', exact: true }))
      await page.waitForURL(/\/order\//)
      await click(page.getByRole('button', { name: /^Ají de gallina/ }).first())
      // Not counted: who collects at once sends with it.
      await page
        .getByRole('button', { name: /^Enviar/ })
        .last()
        .click()
      await expect(page.getByText(/^Comanda \d{4} enviada$/)).toBeVisible()
    })

    const order = page.url()
    await test.step('it is on paper', async () => {
      await page.goto(`${company.url}/printers`)
      await page.goto(`${company.url}/printers/1/paper`)
      await expect(page.getByText(/AJÍ DE GALLINA/i).first()).toBeVisible()
      await look('paper')
    })

    await test.step('and collected', async () => {
      await page.goto(order)
      await expect(page.getByRole('button', { name: /^Ají de gallina/ }).first()).toBeVisible()
      if (phone) await look('collect')
      await click(page.getByRole('button', { name: /^Cobrar/ }))
      await click(page.getByRole('button', { name: /^Exacto y cobrar/ }))
      await expect(page.getByText(/cobrada$/)).toBeVisible()
      expect(steps).toBeLessThanOrEqual(phone ? maxSteps.phone : maxSteps.desktop)
      await page.goto(`${company.url}/first-use`)
      await expect(page.getByText('Todo listo. Este restaurante ya vende.')).toBeVisible()
      await look(phone ? 'done-phone' : 'done')
    })
  } finally {
    await company.end()
  }
})
