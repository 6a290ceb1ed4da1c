import type { Locator, Page } from '@playwright/test'
import { takeaway, tile } from './support/account'
import { callerOf } from './support/api'
import { complaints } from './support/layout'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'phone' })
test.skip(({ hasTouch }) => !hasTouch, 'a waiter with a phone')

const category = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categorías' }).getByRole('button', { name, exact: true })
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not there')
  return box
}

test('the button that sends says where to, and nothing is cut', async ({ browser }, info) => {
  const id = await takeaway(`Ana ${info.project.name}`)
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
  await tile(page, 'Causa limeña').click()
  await expect(page.getByRole('button', { name: /^Enviar 1 Cocina/ })).toBeVisible()
  await category(page, 'Bebidas').click()
  await tile(page, 'Inca Kola 500 ml').click()
  await category(page, 'Parrilla').click()
  await tile(page, 'Mollejitas').click()
  const send = page.getByRole('button', { name: /^Enviar 3 a 3 áreas/ })
  await expect(send).toBeVisible()
  expect(await complaints(page)).toEqual([])
})

test('back closes what is open first, and only then leaves', async ({ browser }, info) => {
  const id = await takeaway(`Eva ${info.project.name}`)
  const page = await newPage(browser, info, 'mozo')
  await expect(page).toHaveURL(/\/pos$/)
  await page.getByRole('button', { name: 'Llevar' }).click()
  await page.getByRole('link', { name: new RegExp(`Eva ${info.project.name}`) }).click()
  await page.waitForURL(`**/order/${id}`)
  await category(page, 'Fondos').click()
  await tile(page, 'Lomo saltado').click()
  const choices = page.getByRole('dialog', { name: 'Opciones' })
  await expect(choices).toBeVisible()
  await page.goBack()
  await expect(choices).toBeHidden()
  await page.getByRole('button', { name: /^S\/\s/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Cuenta' })
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Escribe o escanea un producto' }).click()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/order/${id}$`))
  await page.goBack()
  await expect(page).toHaveURL(/\/pos$/)
})

test('after a search the chosen category is in sight again', async ({ browser }, info) => {
  const id = await takeaway(`Iris ${info.project.name}`)
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
  await category(page, 'Combos').click()
  await page.getByRole('button', { name: 'Escribe o escanea un producto' }).click()
  await page.getByRole('searchbox').fill('chicha')
  await expect(category(page, 'Combos')).toBeHidden()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await expect(category(page, 'Combos')).toBeInViewport({ ratio: 1 })
})

test('a notice is one line above the bar, and none says what the screen shows', async ({ browser }, info) => {
  const waiter = await callerOf('mozo')
  const id = await takeaway(`Olga ${info.project.name}`)
  const { products } = await waiter.get<{ products: { id: number }[] }>('/catalog/sale')
  await waiter.post('/orders', {
    client_request: id,
    products: [{ product: { id: products[0]?.id }, qty: 1 }],
  })
  const page = await newPage(browser, info, 'mozo')
  const notice = page.getByRole('button', { name: 'Cerrar aviso' }).locator('..')
  // Who is in sees that.
  expect(await notice.count()).toBe(0)
  await page.goto('/pos')
  await page.getByRole('button', { name: /^Mesa 10/ }).click()
  await page.getByRole('button', { name: '2 personas' }).click()
  await page.waitForURL(/\/order\//)
  await expect(page.getByRole('heading', { name: /Mesa 10/ })).toBeVisible()
  await expect(notice).toBeHidden()

  await page.goto(`/order/${id}`)
  await tile(page, 'Papa a la huancaína').click()
  await page.getByRole('button', { name: /^Enviar 1/ }).click()
  await expect(notice).toBeVisible()
  const [said, bar] = [await boxOf(notice), await boxOf(page.getByRole('button', { name: /^S\/\s/ }))]
  expect(said.height).toBeLessThanOrEqual(52)
  expect(said.y + said.height).toBeLessThanOrEqual(bar.y)
  expect(said.y).toBeGreaterThan(bar.y - 80)
})

test('a paper is whole, and where it has no room keys reach what is cut', async ({
  browser,
  expectAccessible,
}, info) => {
  const page = await newPage(browser, info, 'admin')
  /* How far letters stand out of their paper, and the smallest of them, in px. */
  const measured = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      const papers = [...document.querySelectorAll('article')].map((paper) => {
        const letters = [...paper.querySelectorAll('span')]
        const edge = paper.getBoundingClientRect().right
        return {
          out: Math.max(...letters.map((each) => each.getBoundingClientRect().right)) - edge,
          size: Math.min(...letters.map((each) => Number.parseFloat(getComputedStyle(each).fontSize))),
          wide: paper.getBoundingClientRect().right - window.innerWidth,
        }
      })
      return {
        papers: papers.length,
        out: Math.max(...papers.map((each) => each.out)),
        size: Math.min(...papers.map((each) => each.size)),
        wide: Math.max(...papers.map((each) => each.wide)),
      }
    })
  const printers = await (await callerOf('admin')).get<{ id: number; name: string; size: string }[]>(
    '/printers',
  )
  const till = printers.find(({ name }) => name === 'Caja')
  await (await callerOf('admin')).post(`/printers/${till?.id}/test`, {})
  for (const path of [`/printers/${till?.id}/paper`, '/mockup?tab=papers']) {
    await page.goto(path)
    await expect(page.getByRole('article').first()).toBeVisible()
    const whole = await measured()
    expect(whole.papers, path).toBeGreaterThan(0)
    expect(whole.out, path).toBeLessThanOrEqual(0)
    expect(whole.wide, path).toBeLessThanOrEqual(0)
    expect(whole.size, path).toBeGreaterThanOrEqual(9.5)
    await expect(page.getByRole('region', { name: /desliza/ })).toHaveCount(0)
    await page.screenshot({ path: info.outputPath(`paper-${path.includes('mockup')}.png`) })
  }
  // So narrow is a watch, or a phone with the browser's own zoom.
  await page.setViewportSize({ width: 260, height: 740 })
  const cut = page.getByRole('region', { name: 'Boleta, desliza para ver el ancho' })
  await expect(cut).toBeVisible()
  expect((await measured()).size).toBeGreaterThanOrEqual(9.4)
  await cut.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => cut.evaluate((part) => part.scrollLeft)).toBeGreaterThan(0)
  await page.screenshot({ path: info.outputPath('paper-cut.png') })
  await expectAccessible(page)
})
