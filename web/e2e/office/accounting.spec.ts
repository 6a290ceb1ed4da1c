import { callerOf } from '../support/api'
import { complaints } from '../support/layout'
import { expect, test } from '../support/test'

test.use({ restaurant: 'accounting' })

interface Register {
  year: number
  month: number
  csv_file_name: string
  rvie_file_name: string | null
  totals: { count: number; total: string }
}

/* The demo restaurant's own. */
const ruc = '20601234565'

/** A month that has documents: the last one, or else this one. */
async function monthWithSales(): Promise<Register> {
  const books = await callerOf('contador')
  const now = new Date()
  const months = [1, 0].map((back) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15)))
  for (const at of months) {
    const query = `year=${at.getUTCFullYear()}&month=${at.getUTCMonth() + 1}`
    const register = await books.get<Register>(`/accounting/register?${query}`)
    if (register.totals.count > 0) return register
  }
  throw new Error('the demo sold nothing')
}

test('who keeps the books takes the month’s files and compares SUNAT’s proposal', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const { year, month, csv_file_name: csv, rvie_file_name: rvie } = await monthWithSales()
  const two = String(month).padStart(2, '0')
  expect(csv).toBe(`REGISTRO_VENTAS_INGRESOS_${year}_${two}.csv`)
  await signIn('contador', `/accounting?month=${year}-${two}`)

  await test.step('the sum stands in the title and at the foot, the checks beside it', async () => {
    await expect(page.getByRole('heading', { name: /con [\d,.−]+ de IGV$/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: /Revisado: nada por corregir|por revisar/ })).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('register.png'), fullPage: true })
  })

  let replacement = ''
  await test.step('both files are saved under their own names', async () => {
    for (const name of [csv, rvie ?? '']) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: `Descargar ${name}` }).click()
      const file = await saved
      expect(file.suggestedFilename()).toBe(name)
      await expect(page.getByText('Reporte exportado exitosamente')).toBeVisible()
      replacement = info.outputPath(name)
      await file.saveAs(replacement)
    }
  })

  const proposal = page.getByLabel('Elegir la propuesta de SUNAT')
  await test.step('our own file agrees with us', async () => {
    await proposal.setInputFiles(replacement)
    await expect(
      page.getByRole('heading', { name: 'La propuesta de SUNAT coincide con tu registro' }),
    ).toBeVisible()
  })

  await test.step('a proposal with one document that only SUNAT has warns that it would be lost', async () => {
    const line = `${ruc}|LA TERRAZA|${year}${two}|CAR|06/${two}/${year}||01|E001|14||6|20100070970|SUR|0.00|100.00|0.00|18.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|118.00|PEN|1.000||||||1|`
    await proposal.setInputFiles({
      name: 'propuesta.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`Ruc|Razon Social|Periodo\n${line}\n`),
    })
    await expect(page.getByRole('alert')).toContainText('pierde 1 comprobante que solo SUNAT tiene')
    await page.getByRole('button', { name: /Solo en SUNAT/ }).click()
    await expect(page.getByRole('row', { name: /E001-0*14/ })).toContainText('−118.00')
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('proposal.png'), fullPage: true })
  })

  await test.step('a file that is none says which line', async () => {
    await proposal.setInputFiles({ name: 'otro.txt', mimeType: 'text/plain', buffer: Buffer.from('hola\n') })
    await expect(page.getByRole('alert')).toContainText('Línea 1')
  })
})

test('who keeps the books compares SUNAT’s proposal of purchases', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const { year, month } = await monthWithSales()
  const two = String(month).padStart(2, '0')
  await signIn('contador', `/accounting?month=${year}-${two}&book=purchases`)
  const line = `${ruc}|LA TERRAZA|${year}${two}|CAR|06/${two}/${year}||01|F014||30001||6|20131312955|SUR S.A.C.|100.00|18.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|118.00|PEN|1.000||||||1|||||`
  await page.getByLabel('Elegir la propuesta de SUNAT').setInputFiles({
    name: 'propuesta.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`RUC|Apellidos y Nombres o Razón social|Periodo\n${line}\n`),
  })
  await expect(page.getByRole('alert')).toContainText(
    'El archivo RCE reemplaza la propuesta y pierde 1 comprobante',
  )
  await page.getByRole('button', { name: /Solo en SUNAT/ }).click()
  await expect(page.getByRole('row', { name: /F014-0*30001.*SUR S\.A\.C\./ })).toContainText('−118.00')
  await expectAccessible(page)
  expect(await complaints(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('purchases-proposal.png'), fullPage: true })
})

test('the owner chooses whether notas de venta are in, and the company remembers it', async ({
  page,
  signIn,
}) => {
  const { year, month } = await monthWithSales()
  await signIn('admin', `/accounting?month=${year}-${String(month).padStart(2, '0')}`)
  const notes = page.getByRole('switch', { name: 'Incluir notas de venta' })
  await expect(notes).toBeChecked()
  await expect(page.getByText(/, con las notas de venta$/)).toBeVisible()
  await notes.click({ force: true })
  await expect(page.getByText(/, con las notas de venta$/)).toHaveCount(0)
  await page.reload()
  await expect(notes).not.toBeChecked()
})

test('a supervisor is led elsewhere', async ({ page, signIn }) => {
  await signIn('supervisor', '/accounting')
  await expect(page).not.toHaveURL(/accounting/)
})
