import type { Page } from '@playwright/test'
import { callerOf, takeAway, withCash } from '../support/api'
import { complaints } from '../support/layout'
import { expect, test } from '../support/test'

test.use({ restaurant: 'reconciliation', young: true })

/** Three take-aways are paid by Yape; gives when each was, as a file of Yape writes it. */
async function anEvening(): Promise<Map<string, string>> {
  const cashier = await callerOf('cajero')
  await withCash(cashier)
  for (const [count, number] of [
    [1, '40277200'],
    [2, '40281733'],
    [3, '40277105'],
  ] as const) {
    const id = await takeAway(cashier, { 'Cau cau': count })
    const { total } = await cashier.get<{ total: string }>(`/payments-get-info/${id}`)
    await cashier.post('/payments', {
      client_request_id: id,
      billing_type_id: 3,
      payment_options: { Yape: total },
      operation_numbers: { Yape: number },
    })
  }
  const office = await callerOf('supervisor')
  const operations = await office.get<{ at: string; operation_number: string }[]>(
    '/payment-method-report/operations?page=false',
  )
  const lima = {
    timeZone: 'America/Lima',
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  } as const
  return new Map(
    operations.map(({ at, operation_number }) => [
      operation_number,
      new Intl.DateTimeFormat('es-PE', lima).format(new Date(at)).replace(',', ''),
    ]),
  )
}

/** What Yape says: one digit of the second is another one, the third is not there, and something nobody knows of is. */
function fileOf(moments: Map<string, string>): string {
  const at = (number: string) => moments.get(number) ?? ''
  return [
    'Fecha de operación;Nro. de operación;Monto',
    `${at('40277200')};40277200;28.00`,
    `${at('40281733')};40281738;56.00`,
    `${at('40277200')};40266418;68.00`,
  ].join('\r\n')
}

const bring = (page: Page, text: string) =>
  page
    .getByLabel('Archivo de Yape')
    .setInputFiles({ name: 'yape.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a file of Yape is held against what was collected', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const text = fileOf(await anEvening())
  await signIn('supervisor')
  const looksRight = async (name: string) => {
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
  }
  const tab = page.getByRole('tab', { name: /^Yape/ })
  const panel = page.getByRole('region', { name: 'Conciliar Yape con su archivo' })

  await test.step('without a file it says so, and what cannot be read names its line', async () => {
    await page.goto('/payment-method-report?period=today')
    await expect(tab).toContainText('Falta el archivo')
    await expect(panel.getByRole('button', { name: /^Elige el archivo de Yape/ })).toBeVisible()
    await looksRight('no-file')
    await bring(page, text.replace('68.00', 'mucho'))
    await expect(panel.getByRole('alert')).toContainText('Línea 4: «mucho» no es un monto.')
  })

  await test.step('what does not agree stands there, and adds up to the difference', async () => {
    await bring(page, text)
    // 28 + 56 + 68 of the file less 28 + 56 + 84.
    await expect(panel.getByRole('heading', { level: 2 })).toHaveText(
      'Yape abonó S/ 16.00 menos de lo que cobraste; 3 casos por aclarar',
    )
    await expect(tab).toContainText('3 por aclarar')
    await expect(panel.getByText('1 de 3 cobros coinciden con el archivo.')).toBeVisible()
    await looksRight('cases')
  })

  await test.step('what looks the same is joined, and the rest is cleared with a note', async () => {
    await panel.getByRole('button', { name: /^Unir/ }).click()
    await expect(tab).toContainText('2 por aclarar')
    for (const [left, note] of [
      ['1 por aclarar', 'Yape lo devolvió'],
      ['Conciliado', 'Adelanto de un evento'],
    ] as const) {
      await panel
        .getByRole('button', { name: /^Acciones de/ })
        .first()
        .click()
      await panel.getByRole('button', { name: 'Aclarar', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Aclarar la diferencia' })
      await dialog.getByLabel('Qué pasó').fill(note)
      await dialog.getByRole('button', { name: 'Marcar como aclarado' }).click()
      await expect(dialog).toBeHidden()
      await expect(tab).toContainText(left)
    }
    await expect(panel.getByText(/Yape lo devolvió \(/)).toBeVisible()
    await panel.getByRole('button', { name: 'Ver todas' }).click()
    await expect(panel.getByText(/Unida por/)).toBeVisible()
    await looksRight('cleared')
  })

  await test.step('cash has no file, and the keyboard goes from one way to the next', async () => {
    await tab.focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('tab', { selected: true })).toBeFocused()
  })
})
