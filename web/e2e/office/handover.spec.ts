import { callerOf, takeAway } from '../support/api'
import { complaints } from '../support/layout'
import { expect, newPage, test } from '../support/test'

test.use({ restaurant: 'handover' })
test.setTimeout(120_000)

interface Printer {
  id: number
  name: string
  production_area_ids: number[]
}

/** A printer of the kitchen at a machine that is never switched on. */
async function silentKitchen(name: string) {
  const admin = await callerOf('admin')
  const { code } = await admin.post('/print-agents/pairing-codes', { name: `PC ${name}` })
  const about = { code, machine: `PC ${name}`, version: '1.4.0', platform: 'windows-x86_64' }
  const { agent_id } = await admin.post('/print-agents/pair', about)
  const areas = await admin.get<{ id: number; name: string }[]>('/production-areas?page=false')
  const kitchen = areas.find((area) => area.name === 'COCINA')
  for (const printer of await admin.get<Printer[]>('/printers')) {
    const others = printer.production_area_ids.filter((id) => id !== kitchen?.id)
    await admin.put(`/printers/${printer.id}`, { production_area_ids: others })
  }
  const form = {
    name,
    type: 'NETWORK',
    address: '192.168.1.90',
    agent_id,
    production_area_ids: [kitchen?.id],
  }
  return admin.post<Printer>('/printers', form)
}

test('a printer that is out hands over to its stand-in, and everybody is told', async ({
  browser,
  expectAccessible,
}, info) => {
  const name = `Cocina ${info.project.name}`
  const printer = await silentKitchen(name)
  const office = await newPage(browser, info, 'admin', { path: `/printers?edit=${printer.id}` })
  const form = office.getByRole('dialog', { name: 'Editar impresora' })

  await test.step('the office chooses a stand-in and the time', async () => {
    await expect(form.getByLabel('Después de')).toBeDisabled()
    await form.getByRole('combobox', { name: 'Si falla, imprime en' }).click()
    await office.getByRole('option', { name: 'Bar', exact: true }).click()
    await form.getByLabel('Después de').fill('4')
    await form.getByRole('button', { name: /^Guardar/ }).click()
    await expect(form.getByText('Escribe entre 5 y 300 segundos.')).toBeVisible()
    await expectAccessible(office)
    expect(await complaints(office)).toEqual([])
    await office.screenshot({ path: info.outputPath('form.png') })
    await form.getByLabel('Después de').fill('5')
    await form.getByRole('button', { name: /^Guardar/ }).click()
    await expect(form).toBeHidden()
    await expect(office.getByRole('row').filter({ hasText: name })).toContainText('la suple Bar a los 5 s')
  })

  await test.step('its papers come out there, and the office sees them', async () => {
    await takeAway(await callerOf('mozo'), { 'Cau cau': 1 }, 'Relevo')
    const relief = office.getByRole('region', {
      name: `${name} no responde. Sus papeles salen solos por Bar.`,
    })
    await expect(relief).toBeVisible({ timeout: 40_000 })
    await expect(relief).toContainText('1 papel')
    const paper = relief.getByRole('listitem')
    await expect(paper).toContainText('COCINA')
    await expect(paper).toContainText('1 plato')
    await expect(paper).not.toContainText('copia marcada')
    await expect(relief.getByRole('button', { name: `Probar ${name}` })).toBeVisible()
    await expectAccessible(office)
    expect(await complaints(office)).toEqual([])
    await office.screenshot({ path: info.outputPath('reliefs.png'), fullPage: true })
    await office.emulateMedia({ colorScheme: 'dark' })
    await office.screenshot({ path: info.outputPath('reliefs-dark.png'), fullPage: true })
    await relief.getByRole('button', { name: 'Suplir con otra' }).click()
    await expect(form.getByRole('combobox', { name: 'Si falla, imprime en' })).toHaveValue('Bar')
  })

  await test.step('both places are told', async () => {
    const told = `Bar imprime también lo de ${name}`
    const waiter = await newPage(browser, info, 'mozo', { path: '/pos' })
    const notices = waiter.getByRole('status').filter({ hasText: told })
    await expect(notices).toContainText(`lo de ${name} sale por Bar`)
    await waiter.screenshot({ path: info.outputPath('pos.png') })
    await waiter.close()
    const wall = await newPage(browser, info, 'cocina', { path: '/monitor-production' })
    await expect(wall.getByRole('status').filter({ hasText: told })).toBeVisible()
    await expectAccessible(wall)
    await wall.screenshot({ path: info.outputPath('wall.png') })
  })
})
