import type { Browser, Locator, Page, TestInfo } from '@playwright/test'
import { account, phoneSize, takeaway, tile } from './support/account'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'double-tap' })

const gaps = [60, 250]
const category = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categorías' }).getByRole('button', { name, exact: true })

/** Two taps of one finger, or clicks of one mouse, so many ms apart: the second one waits for nothing that the first one does. */
async function tapTwice(page: Page, info: TestInfo, key: Locator, gap: number) {
  const box = await key.boundingBox()
  if (!box) throw new Error('it is not there')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const device = await page.context().newCDPSession(page)
  const tap = () =>
    info.project.use.hasTouch
      ? [
          device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
          device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
        ]
      : (['mousePressed', 'mouseReleased'] as const).map((type) =>
          device.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }),
        )
  const first = tap()
  await page.waitForTimeout(gap)
  await Promise.all([...first, ...tap()])
  await device.detach()
}

/** What was written meanwhile: method and path. */
function writes(page: Page) {
  const written: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /^\/api\/(?!verify-login)/.test(pathname))
      written.push(`${request.method()} ${pathname.replace(/\d+/, '0')}`)
  })
  return written
}

test('adding a dish with options does not send the account that lies beneath', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'mozo', { quick: true })
  for (const gap of gaps) {
    const id = await takeaway(`Lola ${gap}`)
    await page.goto(`/order/${id}`)
    const written = writes(page)
    await category(page, 'Fondos').click()
    await tile(page, 'Lomo saltado').click()
    await page.getByRole('radio', { name: 'Medio' }).click()
    await page.waitForTimeout(500)
    await tapTwice(page, info, page.getByRole('button', { name: /^Agregar S/ }), gap)
    await expect.poll(() => written).toContain('POST /api/orders')
    await page.waitForTimeout(600)
    expect(written, `${gap} ms`).toEqual(['POST /api/orders'])
  }
})

test('how many they are adds no dish, and a take-away neither', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'mozo', { quick: true })
  for (const [at, gap] of gaps.entries()) {
    await page.goto('/pos')
    const written = writes(page)
    await page.getByRole('button', { name: new RegExp(`^Mesa ${11 + at}`) }).click()
    await page.waitForTimeout(500)
    await tapTwice(page, info, page.getByRole('dialog').getByRole('button', { name: '2 personas' }), gap)
    await page.waitForURL(/\/order\//)
    await page.waitForTimeout(800)
    expect(written, `${gap} ms`).toEqual(['PUT /api/tables/0/open'])
  }
})

test('rapid taps on one tile all count, and so does one elsewhere', async ({ browser }, info) => {
  const id = await takeaway('Rita')
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}`, quick: true })
  const dish = tile(page, 'Causa limeña')
  await tapTwice(page, info, dish, 60)
  await tapTwice(page, info, dish, 60)
  await category(page, 'Fondos').click()
  await tile(page, 'Lomo saltado').click()
  await page.getByRole('radio', { name: 'Medio' }).click()
  await page.getByRole('button', { name: /^Agregar S/ }).click()
  await category(page, 'Entradas y sopas').click()
  await tile(page, 'Papa a la huancaína').click()
  const lines = await account(page, info)
  for (const line of [/^4 ?Causa limeña/, /^1 ?Lomo saltado/, /^1 ?Papa a la huancaína/])
    await expect(lines.getByRole('button', { name: line })).toBeVisible()
})

/** Opens a take-away whose one dish has been sent. */
async function openSent(browser: Browser, info: TestInfo, client: string) {
  const id = await takeaway(client)
  const waiter = await callerOf('mozo')
  const { products } = await waiter.get('/catalog/sale')
  await waiter.post('/orders', {
    client_request: id,
    products: [{ product: { id: products[0].id }, qty: 1 }],
  })
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}`, quick: true })
  return page
}

test('a pre-bill is printed once for a double tap, and again when it is meant', async ({ browser }, info) => {
  const page = await openSent(browser, info, 'Nora')
  await account(page, info)
  const written = writes(page)
  const asked = () => written.filter((each) => each.endsWith('/pre-order-print')).length
  const key = page.getByRole('button', { name: /^Precuenta/ })
  for (const [at, gap] of gaps.entries()) {
    await tapTwice(page, info, key, gap)
    await page.waitForTimeout(1500)
    expect(asked(), `${gap} ms`).toBe(at + 1)
  }
})

test('a wrong PIN costs one attempt for a double tap', async ({ browser }, info) => {
  const page = await openSent(browser, info, 'Inés')
  const lines = await account(page, info)
  await lines.getByRole('button').first().click()
  await page.getByRole('button', { name: 'Anular', exact: true }).click()
  await page.getByRole('button', { name: /^Demoró/ }).click()
  await page.getByRole('button', { name: /^Pedir PIN/ }).click()
  const pin = page.getByRole('dialog', { name: 'PIN para anular' })
  await pin.getByRole('button', { name: '9', exact: true }).click()
  await page.waitForTimeout(500)
  const written = writes(page)
  await tapTwice(page, info, pin.getByRole('button', { name: /^Autorizar/ }), 40)
  await expect(pin.getByRole('alert')).toBeVisible()
  expect(written).toHaveLength(1)
})

test('what a tablet shows next is not pressed either', async ({ browser }, info) => {
  test.skip(phoneSize(info), 'it is the size of its own')
  const page = await newPage(browser, info, 'mozo', { quick: true })
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const gap of gaps) {
    await page.goto('/pos')
    await page.getByRole('button', { name: /^Nuevo .*llevar/i }).click()
    const written = writes(page)
    await page.waitForTimeout(500)
    await tapTwice(page, info, page.getByRole('button', { name: 'Tomar el pedido' }), gap)
    await page.waitForURL(/\/order\//)
    await page.waitForTimeout(800)
    expect(written, `${gap} ms`).toEqual(['POST /api/client-requests'])
  }
})
