import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openFront } from '../e2e/support/front'
import { openRestaurant } from '../e2e/support/server'
import { openBrowser, sizes } from './support/browser'
import type { Screen } from './support/screen'

describe.each(sizes)('at $width by $height', (size) => {
  let restaurant: Awaited<ReturnType<typeof openRestaurant>>
  let front: Awaited<ReturnType<typeof openFront>>
  let till: Awaited<ReturnType<typeof openBrowser>>
  let screen: Screen
  beforeAll(async () => {
    restaurant = await openRestaurant(true)
    front = await openFront(restaurant.url)
    // As over plain http, where no service worker keeps the program.
    till = await openBrowser(front.url, { size, lacks: ['ServiceWorkers'] })
    screen = till.screen
  })
  afterAll(async () => {
    await till?.end()
    front?.end()
    await restaurant?.end()
  })

  test('a table is served, cooked, paid in two parts and given back', async () => {
    await screen.signIn('supervisor')
    await openCash(screen)
    await screen.tap(/^Mesa 5 Libre/)
    await screen.tap(/^2 personas$/)
    const account = (await screen.reaches((path) => path.startsWith('/order/'))).split('/').at(-1)
    await order(screen)
    await cook(front.url, /^Mesa 5 /)

    await screen.open(`/payment/${account}`)
    await screen.tap(/^Partes$/)
    await screen.sees(/^Parte 1 de 2/)
    await screen.tap(/^Exacto(?! y)/)
    await screen.tap(/^Cobrar S\//)
    await screen.sees(/^Parte 2 de 2/)
    await screen.tap(/^Exacto(?! y)/)
    // Within a second after the first part a tap is taken for the same finger's.
    await screen.until('collect the second part', async () => {
      if (await screen.hasButton(/^Cobrar S\//)) await screen.tap(/^Cobrar S\//)
      return screen.hasButton(/^PDF$|^Ver PDF$/)
    })

    await opensPdf(screen, /^PDF$|^Ver PDF$/)
    await screen.tap(/^Anular o devolver B001/)
    await screen.tap(/^Volver a cobrar/)
    await screen.tap(/^Cliente equivocado$/)
    await screen.tap(/^Anular y devolver S\//)
    await screen.press('1', '2', '3', '4')
    await screen.tap(/^Autorizar/)
    await screen.tap(/^Exacto(?! y)/)
    await screen.tap(/^Cobrar S\//)
    await screen.sees(/^B001-\d{8} cobrada$/)
  })

  test('a report is saved as a workbook', async () => {
    await screen.open('/sales-total-report?period=today')
    await screen.tap(/^Exportar$/)
    await screen.tap(/^Excel/)
    await screen.until('save the workbook', async () => {
      const name = readdirSync(till.downloads).find((each) => each.endsWith('.xlsx'))
      return name !== undefined && readFileSync(join(till.downloads, name)).toString('latin1', 0, 2) === 'PK'
    })
  })

  test('a screen that is away comes back by itself, and a tap meanwhile loses nothing', async () => {
    await screen.open('/pos')
    await screen.sees(/Mesa 8/)
    // Where notices stand is brought once the map stands.
    await screen.until('have what a notice needs', () =>
      screen.browser.executeScript<boolean>(
        'return performance.getEntriesByType("resource").some(({ name }) => name.includes("toastPlace-"))',
      ),
    )
    front.leave(true)
    await screen.sees(/^Sin conexión/)
    // It begins nothing that could not be sent, and says so.
    await screen.tap(/^Mesa 8 Libre/)
    await screen.sees(/^Sin conexión$/)
    // A screen that nobody has brought yet.
    await screen.tap(/^JB/)
    await screen.tap(/^Mi perfil/)
    await screen.sees(/La pantalla vuelve sola/)
    front.leave(false)
    await screen.sees(/^Mi perfil$/)
    await screen.open('/pos')
    await screen.tap(/^Mesa 8 Libre/)
    await screen.tap(/^2 personas$/)
    await screen.reaches((path) => path.startsWith('/order/'))
  })
})

async function openCash(screen: Screen) {
  await screen.open('/cashbox-cycles')
  await screen.tap(/^Abrir caja$/)
  await screen.tap(/^Noche$/)
  await screen.fill(/^Monto de apertura/, '100')
  await screen.tap(/^Abrir caja con/)
  await screen.reaches((path) => path === '/pos')
}

/** A plain dish, and a cut that asks for its point, with an egg on top. */
async function order(screen: Screen) {
  await screen.tap(/^Fondos$/)
  await screen.tap(/^Ají de gallina/)
  await screen.tap(/^Parrilla$/)
  await screen.tap(/^Bife ancho/)
  await screen.tap(/^Tres cuartos$/)
  await screen.tap(/^Huevo frito/)
  await screen.tap(/^Agregar S\/\s/)
  await screen.tap(/^Enviar/)
}

async function cook(origin: string, card: RegExp) {
  const kitchen = await openBrowser(origin, { size: sizes[2] })
  try {
    await kitchen.screen.signIn('cocina')
    await kitchen.screen.tap(card)
    await kitchen.screen.sees(/preparando/i)
  } finally {
    await kitchen.end()
  }
}

/** It opens a tab of its own, although the document is fetched first. */
async function opensPdf(screen: Screen, key: RegExp) {
  const { browser } = screen
  const own = await browser.getWindowHandle()
  await screen.tap(key)
  await screen.until('open a tab', async () => (await browser.getAllWindowHandles()).length === 2)
  const tab = (await browser.getAllWindowHandles()).find((handle) => handle !== own) as string
  await browser.switchTo().window(tab)
  await screen.until('show the document', async () => (await browser.getCurrentUrl()).startsWith('blob:'))
  await browser.close()
  await browser.switchTo().window(own)
}
