import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerOf } from '../e2e/support/api'
import { look } from '../e2e/support/layout'
import { scene, screens } from '../e2e/support/routes'
import { openRestaurant } from '../e2e/support/server'
import { openBrowser, sizes } from './support/browser'

let restaurant: Awaited<ReturnType<typeof openRestaurant>>
let filled: (route: string) => string
/* Neither what is still loading nor a page that says what went wrong is the screen. */
const stands =
  'return !!document.querySelector("main") && !document.querySelector("main :is([role=status][aria-label], [role=alert])")'

beforeAll(async () => {
  restaurant = await openRestaurant(true)
  process.env.COMANDA_URL = restaurant.url
  filled = await scene(await callerOf('admin'))
})
afterAll(async () => {
  delete process.env.COMANDA_URL
  await restaurant?.end()
})

describe.each([sizes[0], sizes[2]])('at $width by $height', (size) => {
  let admin: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    admin = await openBrowser(restaurant.url, { size })
    await admin.screen.signIn('admin')
  })
  afterAll(() => admin?.end())

  /* The gallery shows what goes wrong on purpose. */
  test.each(screens.filter((route) => route !== '/mockup'))('%s stands as it should', async (route) => {
    const { screen } = admin
    await screen.open(filled(route))
    let said: string[] = ['nothing is there']
    await screen
      .until(
        'see it stand',
        async () => {
          if (!(await screen.browser.executeScript(stands))) return false
          said = await screen.browser.executeScript<string[]>(look)
          return said.length === 0
        },
        4_000,
      )
      .catch(() => undefined)
    expect(said).toEqual([])
  })
})
