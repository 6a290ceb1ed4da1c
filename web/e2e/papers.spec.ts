import { plusDays } from '../src/ui/zone'
import { supervisorAtTheTill, takeAway } from './support/api'
import { complaints } from './support/layout'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'papers' })
test.setTimeout(60_000)

const till = supervisorAtTheTill()

const inLima = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' }).format(at)

test('a boleta written by hand yesterday is collected, found among the documents and in the register', async ({
  browser,
  expectAccessible,
}, info) => {
  const yesterday = plusDays(inLima(new Date()), -1)
  const [year = '', month = '', day = ''] = yesterday.split('-')
  const office = await newPage(browser, info, 'admin')

  await test.step('the office makes the booklet’s series', async () => {
    await office.goto('/billing-config?tab=series')
    await office.getByRole('button', { name: /^Nueva/ }).click()
    const form = office.getByRole('dialog', { name: 'Nueva serie' })
    await form.getByRole('switch', { name: 'Contingencia' }).check({ force: true })
    await form.getByLabel('Serie').fill('0001')
    await form.getByLabel('Autorizado desde').fill('0')
    await form.getByLabel('Autorizado hasta').fill('500')
    await form.getByRole('button', { name: /Crear/ }).click()
    await expect(form.getByText('Los números autorizados van de 1 a 99999999')).toBeVisible()
    await expectAccessible(office)
    expect(await complaints(office)).toEqual([])
    await form.getByLabel('Autorizado desde').fill('1')
    await form.getByRole('button', { name: /Crear/ }).click()
    await expect(form).toBeHidden()
    await expect(office.getByText('0001', { exact: true }).first()).toBeVisible()
  })

  await test.step('the till collects it', async () => {
    const account = await takeAway(till, { 'Cau cau': 1 })
    const desk = await newPage(browser, info, 'supervisor', { path: `/payment/${account}` })
    await desk.getByRole('button', { name: 'Exacto', exact: true }).click()
    await desk.getByRole('switch', { name: 'Ya se emitió en papel' }).check({ force: true })
    const collect = desk.getByRole('button', { name: 'Cobrar S/ 28.00' })
    await expect(collect).toBeDisabled()
    await desk.getByLabel('Número del papel').fill('000123')
    const quoted = desk.waitForResponse((answer) => answer.url().includes(`issued_on=${yesterday}`))
    await desk.getByLabel('Fecha del papel').fill(`${day}/${month}/${year}`)
    await desk.getByLabel('Número del papel').click()
    expect((await quoted).ok()).toBe(true)
    await expectAccessible(desk)
    expect(await complaints(desk)).toEqual([])
    await collect.click()
    await expect(desk.getByText('0001-00000123 cobrada')).toBeVisible()
    await desk.close()
  })

  await test.step('the documents show it', async () => {
    await office.goto('/documents')
    await office.getByRole('searchbox').fill('0001-123')
    await office.getByRole('button', { name: 'Ver 0001-00000123' }).click()
    const sheet = office.getByRole('complementary', { name: 'Comprobante 0001-00000123' })
    await expect(sheet.getByText('Cau cau')).toBeVisible()
    await expect(sheet.getByText(/ontingencia/).first()).toBeVisible()
    await expect(sheet.getByText(`${day}/${month}/${year}`).first()).toBeVisible()
  })

  await test.step('the register of its month holds it', async () => {
    await office.goto(`/accounting?month=${year}-${month}`)
    await expect(office.getByText(/0001/).first()).toBeVisible()
    const saved = office.waitForEvent('download')
    await office
      .getByRole('button', { name: new RegExp(`Descargar REGISTRO_VENTAS.*${year}_${month}`) })
      .click()
    const file = await (await saved).createReadStream()
    let text = ''
    for await (const chunk of file) text += chunk
    expect(text).toContain(`;${day}/${month}/${year};`)
    expect(text).toMatch(/;03;0001;123;/)
  })
  await office.close()
})
