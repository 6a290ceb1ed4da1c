import type { Page } from '@playwright/test'
import { account, lineOf, takeaway, tile } from './support/account'
import { callerOf, closeCash, supervisorAtTheTill, takeAway, withCash } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'till-leaving' })
test.setTimeout(90_000)

const till = supervisorAtTheTill()
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
]
const question = (page: Page) => page.getByRole('dialog', { name: 'Hay cambios sin guardar' })

async function look(page: Page, name: string) {
  if (!process.env.LOOK) return
  const { width } = page.viewportSize() ?? { width: 0 }
  await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png` })
}

/** Figures that run out of their box. */
const cut = (page: Page, box: string) =>
  page.locator(box).evaluateAll((boxes) =>
    boxes
      .flatMap((each) => [...each.querySelectorAll('b, strong')].map((figure) => [each, figure] as const))
      .filter(([each, figure]) => {
        const [outer, inner] = [each.getBoundingClientRect(), figure.getBoundingClientRect()]
        return (
          inner.left < outer.left || inner.right > outer.right || figure.scrollWidth > figure.clientWidth + 1
        )
      })
      .map(([, figure]) => figure.textContent),
  )

test('the change fits its box at every size, and a forgotten point is asked about', async ({
  browser,
}, info) => {
  test.skip(info.project.use.hasTouch === true, 'it sets each size itself')
  const id = await takeAway(till, { 'Cau cau': 1 })
  const page = await newPage(browser, info, 'supervisor', { path: `/payment/${id}` })
  await page.getByRole('radio', { name: 'Efectivo' }).click()
  await page.keyboard.type('999999.9')
  const doubt = page.getByText('Vuelto de S/ 999,971.90: ¿recibiste S/ 999,999.90?')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(doubt).toBeVisible()
    await look(page, 'tender')
    expect(await cut(page, ':has(> [style*="--letters"])')).toEqual([])
    const kinds = page.getByRole('radiogroup', { name: 'Tipo de comprobante' })
    if (size.width > 1000)
      await expect(kinds.getByRole('radio', { name: /Factura/ })).toBeInViewport({ ratio: 0.98 })
  }
  await page.getByRole('button', { name: /^Cobrar S\// }).click()
  await expect(page.getByText(/cobrada$/)).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await look(page, 'paid')
    expect(await cut(page, ':has(> [style*="--letters"])')).toEqual([])
  }
})

test('the row that is counted stays above the keys, also when the phone is turned', async ({
  browser,
}, info) => {
  const cashier = await callerOf('cajero')
  await withCash(cashier)
  const { id } = await cashier.get<{ id: number }>('/cashbox-opened-cycle')
  const page = await newPage(browser, info, 'cajero', { path: `/cashbox-cycles/${id}/close` })
  const current = page.locator('[aria-current=true]')
  const keys = page.getByRole('group', { name: 'Teclado numérico' })
  const expectInSight = async () => {
    await expect(current).toBeInViewport({ ratio: 0.98 })
    await expect
      .poll(async () => {
        const [row, pad] = await Promise.all([current.boundingBox(), keys.boundingBox()])
        const isBeside = (row?.x ?? 0) + (row?.width ?? 0) <= (pad?.x ?? 0)
        return isBeside || (row?.y ?? 0) + (row?.height ?? 0) <= (pad?.y ?? 0)
      })
      .toBe(true)
  }
  await expect(current).toHaveCount(1)
  await expect(keys.getByRole('button', { name: '.', exact: true })).toBeDisabled()
  while (!(await page.getByRole('button', { name: /^Siguiente: Visa/ }).isVisible()))
    await page.getByRole('button', { name: /^Siguiente: / }).click()
  for (const method of ['Visa', 'Yape', 'Plin', 'Transferencia']) {
    await page.getByRole('button', { name: new RegExp(`^Siguiente: ${method}`) }).click()
    await expect(current).toContainText(method)
    await expectInSight()
    await look(page, `count-${method}`)
  }
  await expect(keys.getByRole('button', { name: '.', exact: true })).toBeEnabled()
  for (const size of [{ width: 740, height: 360 }, ...sizes]) {
    await page.setViewportSize(size)
    await expectInSight()
    await look(page, 'count')
  }
  await closeCash(cashier)
})

test('a line that is tapped before the server has answered stays open', async ({ browser }, info) => {
  const id = await takeaway('Apurada')
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
  await page.getByRole('button', { name: 'Bebidas', exact: true }).click()
  let answer: (() => void) | undefined
  const wanted = new Promise<void>((tapped) => {
    answer = tapped
  })
  await page.route('**/api/orders', async (route) => {
    await wanted
    await route.continue()
  })
  await tile(page, 'Inca Kola 500 ml').click()
  const lines = await account(page, info)
  await lineOf(lines, '1 Inca Kola').click()
  await expect(lineOf(lines, '1 Inca Kola')).toHaveAttribute('aria-expanded', 'true')
  answer?.()
  await expect(lines.getByRole('button', { name: 'Nota' })).toBeVisible()
})

for (const way of ['Esc', 'back'] as const) {
  const leave = (page: Page) => (way === 'Esc' ? page.keyboard.press('Escape') : page.goBack())

  test(`a note to the cook is kept by ${way}, and its field is whole`, async ({ browser }, info) => {
    const id = await takeaway(`Alergia ${way}`)
    const page = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
    await page.getByRole('button', { name: 'Bebidas', exact: true }).click()
    await tile(page, 'Inca Kola 500 ml').click()
    const lines = await account(page, info)
    await lineOf(lines, '1 Inca Kola').click()
    await lines.getByRole('button', { name: 'Nota' }).click()
    const note = lines.getByRole('textbox', { name: 'Para el cocinero' })
    await expect(note).toBeInViewport({ ratio: 0.98 })
    await look(page, 'note')
    await note.fill('alérgico al maní')
    await leave(page)
    await expect(note).toBeHidden()
    await expect(lines.getByText('alérgico al maní')).toBeVisible()
  })

  test(`${way} asks before a panel loses what was typed, and leads back to the account`, async ({
    browser,
  }, info) => {
    const isPhone = info.project.use.hasTouch === true
    const id = await takeAway(till, { 'Rocoto relleno': 2 })
    const page = await newPage(browser, info, 'supervisor', { path: `/order/${id}` })
    const sheet = page.getByRole('dialog', { name: 'Cuenta' })
    const open = async (entry: string) => {
      const lines = await account(page, info)
      if (entry === 'Anular') {
        const tool = lines.getByRole('button', { name: 'Anular' })
        if (!(await tool.isVisible())) await lineOf(lines, '2 Rocoto relleno').click()
        return tool.click()
      }
      await page.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
      return page.getByRole('button', { name: entry }).click()
    }
    const panels = [
      ['Descuento / cortesía', 'Descuento o cortesía', '5'],
      ['Cargo o propina', 'Cargo o propina', '5'],
      ['Anular', 'Anular platos enviados', 'El cliente cambió de plato'],
    ] as const
    for (const [entry, name, key] of panels) {
      const panel = page.getByRole('region', { name })
      await open(entry)
      await expect(panel).toBeVisible()
      // Untouched it closes at once.
      await leave(page)
      await expect(panel).toBeHidden()
      if (isPhone) await expect(sheet).toBeVisible()
      await open(entry)
      await panel.getByRole('button', { name: key, exact: true }).first().click()
      await leave(page)
      await expect(question(page)).toBeVisible()
      await look(page, `leave-${entry.slice(0, 5)}`)
      await question(page).getByRole('button', { name: 'Seguir editando' }).click()
      await expect(panel).toBeVisible()
      await leave(page)
      await question(page).getByRole('button', { name: 'Salir sin guardar' }).click()
      await expect(panel).toBeHidden()
      if (isPhone) await expect(sheet).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(`/order/${id}`)
    }
  })

  test(`${way} asks before the choices of a dish are lost, and a discount at the till`, async ({
    browser,
  }, info) => {
    const id = await takeAway(till, { 'Cau cau': 1 })
    const page = await newPage(browser, info, 'supervisor', { path: `/order/${id}` })
    await page.getByRole('button', { name: 'Fondos', exact: true }).click()
    await tile(page, 'Lomo saltado').click()
    const choices = page.getByRole('region', { name: /Lomo saltado/ })
    await choices.getByRole('textbox', { name: 'Otra indicación' }).fill('sin sal')
    await leave(page)
    await question(page).getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(choices).toBeHidden()
    await page.goto(`/payment/${id}`)
    await page.getByRole('button', { name: 'Descuento / cortesía' }).click()
    const panel = page.getByRole('region', { name: 'Descuento o cortesía' })
    await panel.getByRole('button', { name: '5', exact: true }).click()
    await leave(page)
    await question(page).getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(panel).toBeHidden()
    expect(new URL(page.url()).pathname).toBe(`/payment/${id}`)
  })
}
