import type { Locator, Page } from '@playwright/test'
import { instantIn, localIn, plusDays } from '../src/ui/zone'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

// The device is far from the house, and set to another country's way of writing dates.
test.use({ restaurant: 'dates', timezoneId: 'Asia/Tokyo', locale: 'en-US' })

const written = (day: string) => day.split('-').reverse().join('/')

/** Typed key by key, as on any keyboard. */
async function type(page: Page, field: Locator, keys: string) {
  await field.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(keys)
  await page.keyboard.press('Tab')
}

test('dates and times are those of the house, whatever browser and zone the device has', async ({
  browser,
  expectAccessible,
}, info) => {
  const admin = await callerOf('admin')
  const house = await admin.get('/global-settings')
  const zone = info.project.name === 'phone' ? 'Europe/Madrid' : 'America/Sao_Paulo'
  await admin.put('/global-settings', { time_zone: zone })
  try {
    const page = await newPage(browser, info, 'mozo')
    const guest = `Señora Paredes ${info.project.name}`
    const day = plusDays(localIn(zone, Date.now()).date, 3)
    await page
      .getByRole('button', { name: /^Mesa \d+ Libre/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'Reservar', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Nueva reserva' })
    await type(page, form.getByLabel('Día'), written(day).replaceAll('/', ''))
    await expect(form.getByLabel('Día')).toHaveValue(written(day))
    await form.getByLabel(/^Hora( \*)?$/).click()
    await page.keyboard.type('1530')
    await expectAccessible(page)
    await form.getByLabel('A nombre de').fill(guest)
    await form.getByLabel('Teléfono').fill('987654321')
    await form.getByRole('button', { name: 'Reservar', exact: true }).click()
    await expect(form).toBeHidden()

    const kept = await admin.get<{ client_name: string; reserved_for: string }[]>(`/reservations?date=${day}`)
    const reserved = kept.find((each) => each.client_name === guest)?.reserved_for ?? ''
    expect(Date.parse(reserved)).toBe(instantIn(zone, { date: day, time: '15:30' }))

    await page.getByRole('button', { name: /^Reservas/ }).click()
    const list = page.getByRole('dialog', { name: 'Reservas' })
    await type(page, list.getByLabel('Día'), '31/02/2027')
    await expect(list.getByText('«31/02/2027» no es una fecha. Escríbela como 15/08/2026.')).toBeVisible()
    await type(page, list.getByLabel('Día'), written(day))
    await expect(list.getByRole('listitem').filter({ hasText: guest })).toContainText('15:30')
    // Picked instead of typed: the day before has nobody.
    await list.getByLabel('Día').click()
    const before = plusDays(day, -1)
    if (before.slice(0, 7) !== day.slice(0, 7))
      await list.getByRole('button', { name: 'Mes anterior' }).click()
    await list
      .getByRole('button', { name: new RegExp(`^${Number(before.slice(8))} [a-z]+ ${before.slice(0, 4)}$`) })
      .click()
    await expect(list.getByLabel('Día')).toHaveValue(written(before))
    await expect(list.getByText(guest)).toBeHidden()
    expect(await page.locator('input[type=date], input[type=time]').count()).toBe(0)
  } finally {
    await admin.put('/global-settings', { time_zone: house.time_zone })
  }
})
