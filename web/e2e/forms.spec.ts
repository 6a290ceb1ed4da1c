import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

test.use({ restaurant: 'forms' })

const drawer = (page: Page) => page.getByRole('dialog')
const save = (page: Page) =>
  drawer(page)
    .getByRole('button', { name: /^Crear/ })
    .click()

/** The first field that is wrong is where one types next, whole in sight, and no notice says it again. */
async function expectErrors(page: Page, first: RegExp, texts: string[]) {
  const form = drawer(page)
  for (const text of texts) await expect(form.getByText(text)).toBeVisible()
  const field = form.getByRole('textbox', { name: first })
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  const covering = await field.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there !== element && !element.contains(there) ? there?.outerHTML : null
  })
  expect(covering).toBeNull()
  await expect(page.getByRole('button', { name: 'Cerrar aviso' })).toHaveCount(0)
}

test('an empty form says everything that is missing at once and goes to the first of it', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', '/users?open=new')
  await save(page)
  await expectErrors(page, /^Nombre/, [
    'Escribe el nombre.',
    'Elige el rol.',
    'La contraseña necesita 8 letras o más.',
    'Escribe la contraseña otra vez.',
  ])
  await expectAccessible()

  await page.goto('/clients?open=new')
  // However long what it is called, its cross is in sight.
  await drawer(page)
    .getByRole('heading')
    .first()
    .evaluate((title) => {
      title.textContent = 'x'.repeat(80)
    })
  await expect(drawer(page).getByRole('button', { name: 'Cerrar', exact: true })).toBeInViewport({ ratio: 1 })
  await drawer(page)
    .getByLabel(/^Correo/)
    .fill('x')
  await save(page)
  await expectErrors(page, /^Nombre/, ['Escribe el nombre.', 'Ese correo no está bien escrito'])

  await page.goto('/products?open=new')
  await save(page)
  await expectErrors(page, /^Nombre/, [
    'Escribe el nombre del producto.',
    'Elige la categoría.',
    'Escribe el precio en mesa.',
  ])

  await page.goto('/toppings?open=new')
  await save(page)
  await expectErrors(page, /^Nombre/, [
    'Escribe el nombre del adicional.',
    'Escribe el precio; 0 si es gratis.',
  ])
})
