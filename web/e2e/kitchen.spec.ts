import { phoneSize, takeaway } from './support/account'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'kitchen' })

/** The wall: what it remembers, what it says of the day, and that it says so when it hears nothing. */
test('the wall keeps its area, tells the day, and says when it is deaf', async ({
  browser,
  expectAccessible,
}, info) => {
  const caller = await callerOf('mozo')
  const sale = await caller.get('/catalog/sale')
  const id = (name: string) => sale.products.find((each: { name: string }) => each.name === name).id
  const send = async (guest: string, dish: string) =>
    caller.post('/orders', {
      client_request: await takeaway(guest),
      products: [{ product: { id: id(dish) }, qty: 2, comment: 'Sin cebolla' }],
    })
  await send('Para el muro', 'Cau cau')

  const wall = await newPage(browser, info, 'cocina')
  if (!phoneSize(info)) await wall.setViewportSize({ width: 1920, height: 1080 })
  await wall.getByRole('button', { name: /^Bar/ }).click()
  await wall.reload()
  await expect(wall.getByRole('button', { name: /^Bar/ })).toHaveAttribute('aria-pressed', 'true')
  await wall.getByRole('button', { name: /^Cocina/ }).click()
  await expect(wall.getByRole('article').filter({ hasText: 'Cau cau' }).last()).toBeVisible()
  if (!phoneSize(info)) await expect(wall.getByText('Comandas hoy')).toBeVisible()
  await expectAccessible(wall)
  await wall.screenshot({ path: info.outputPath('wall.png') })

  await wall.context().setOffline(true)
  await expect(wall.getByText(/Sin conexión desde las/)).toBeVisible({ timeout: 60_000 })
  await expect(wall.getByRole('button', { name: 'Recuperar' })).toBeHidden()
  await wall.screenshot({ path: info.outputPath('deaf.png') })
  await send('Mientras no oía', 'Rocoto relleno')
  await wall.context().setOffline(false)
  await expect(wall.getByRole('article').filter({ hasText: 'Rocoto relleno' }).last()).toBeVisible({
    timeout: 30_000,
  })
})
