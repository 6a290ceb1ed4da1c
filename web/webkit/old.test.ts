import { afterAll, beforeAll, test } from 'vitest'
import { openRestaurant } from '../e2e/support/server'
import { openBrowser, sizes } from './support/browser'

let restaurant: Awaited<ReturnType<typeof openRestaurant>>
beforeAll(async () => {
  restaurant = await openRestaurant(true)
})
afterAll(() => restaurant?.end())

test('menus open and close where the engine has no popovers, as before Safari 17', async () => {
  const { screen, end } = await openBrowser(restaurant.url, { size: sizes[1], lacks: ['PopoverAttribute'] })
  try {
    await screen.signIn('supervisor')
    await screen.open('/products')
    await screen.tap(/^Exportar$/)
    await screen.until('see the menu', () => screen.hasButton(/^Excel/))
    await screen.tap(/^Exportar$/)
    await screen.until('see no menu', async () => !(await screen.hasButton(/^Excel/)))
    await screen.tap(/^JB/)
    await screen.tap(/^Mi perfil/)
    await screen.reaches((path) => path === '/profile')
  } finally {
    await end()
  }
})
