import { callerOf, takeAway } from '../support/api'
import { complaints } from '../support/layout'
import { expect, test } from '../support/test'

test.use({ restaurant: 'kitchen-times', young: true })

interface Feed {
  cards: { lines: { id: number; component_id: number | null }[] }[]
}

/** Two dishes are ready at once; a third nobody marks. */
async function anEvening() {
  const [cashier, cook] = await Promise.all([callerOf('cajero'), callerOf('cocina')])
  await takeAway(cashier, { 'Cau cau': 1, 'Ají de gallina': 1 })
  const { cards } = await cook.get<Feed>('/kitchen')
  const items = cards.flatMap(({ lines }) =>
    lines.map(({ id, component_id }) => ({ line_id: id, component_id })),
  )
  for (const status of ['PROCESSING', 'PREPARED']) await cook.post('/kitchen/advance', { items, status })
  await takeAway(cashier, { 'Cau cau': 1 })
}

test('kitchen times tell what was promised, and open the dishes behind a figure', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await signIn('supervisor')
  const looksRight = async (name: string) => {
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
  }
  await page.goto('/kitchen-times?period=today')
  await expect(page.getByRole('heading', { name: 'Ningún plato se marcó como listo' })).toBeVisible()
  await looksRight('nothing')

  await anEvening()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Los 2 platos medidos salieron a tiempo' })).toBeVisible()
  await expect(page.getByText('1 sin marcar').first()).toBeVisible()
  await looksRight('report')

  await page.getByRole('button', { name: 'Ver como tabla' }).click()
  await expect(page.getByRole('rowheader', { name: /^De \d+ a \d+ h$/ })).toHaveCount(1)

  await page.getByRole('button', { name: /^Cau cau/ }).click()
  const panel = page.getByRole('complementary', { name: 'Cau cau' })
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(panel.getByText(/Para llevar/)).toBeVisible()
  await looksRight('panel')
  await panel.getByText('Solo los que salieron tarde').click()
  await expect(panel.getByRole('heading', { name: 'Ninguno salió tarde' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Área', exact: true }).last().click()
  await expect(page).toHaveURL(/by=AREA/)
  await page.getByRole('button', { name: /^COCINA/ }).click()
  await expect(page.getByRole('complementary', { name: 'COCINA' }).getByRole('listitem')).toHaveCount(2)
})
