import { io, type Socket } from 'socket.io-client'
import { phoneSize } from '../support/account'
import { type Caller, callerOf, takeAway } from '../support/api'
import { wholeBrowser } from '../support/browser'
import { expect, newPage, test } from '../support/test'

// It opens PDFs.
test.use({ restaurant: 'printing', launchOptions: wholeBrowser })
test.setTimeout(120_000)

const dish = 'Cau cau'

interface Printer {
  id: number
  name: string
  production_area_ids: number[]
}

/** A machine whose agent was paired and is not running, with the only printer of the kitchen. */
async function silentKitchen(admin: Caller, name: string) {
  const { code } = await admin.post('/print-agents/pairing-codes', { name: `PC ${name}` })
  const about = { code, machine: `PC ${name}`, version: '1.4.0', platform: 'windows-x86_64' }
  const { agent_id, token } = await admin.post('/print-agents/pair', about)
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
  const printer = await admin.post<Printer>('/printers', form)
  return { token: token as string, printer }
}

/** The agent starts: it fetches what waits and says that it printed all of it. */
async function agentPrints(token: string): Promise<Socket> {
  const socket = io(process.env.COMANDA_URL ?? '', {
    auth: { token, kind: 'agent', version: '1.4.0', machine: 'PC' },
    transports: ['websocket'],
  })
  await new Promise((connected) => socket.on('connect', () => connected(null)))
  const pulled = await socket.emitWithAck('pull_jobs', { held: [] })
  for (const job of pulled.jobs) {
    const told = { id: job.id, state: 'DONE', level: 'L2', printer_id: job.printer_id, at_ms: Date.now() }
    await socket.emitWithAck('job_state', told)
  }
  return socket
}

test('a till says when the kitchen got no paper, and stops by itself once it has it', async ({
  browser,
  expectAccessible,
}, info) => {
  const admin = await callerOf('admin')
  const name = `Cocina ${info.project.name}`
  const { token, printer } = await silentKitchen(admin, name)
  const waiter = await newPage(browser, info, 'mozo', { path: '/pos' })
  const notice = waiter.getByRole('status').filter({ hasText: name })
  await expect(notice).toContainText(`La computadora PC ${name} no responde`)
  await expectAccessible(waiter)
  await waiter.screenshot({ path: info.outputPath('notice-pos.png') })
  const id = await takeAway(await callerOf('mozo'), { [dish]: 1 }, 'Alarma')
  const alarm = waiter.getByRole('alert').filter({ hasText: 'no recibió 1 papel' })
  await expect(alarm).toBeHidden()
  await expect(alarm).toBeVisible({ timeout: 30_000 })
  await expect(alarm).toContainText(name)
  await expect(alarm).toContainText(`La computadora PC ${name}`)
  await expect(notice, 'the alarm says it already').toBeHidden()
  await waiter.screenshot({ path: info.outputPath('alarm-pos.png') })
  await expectAccessible(waiter)
  // What only the office can do is not offered to a waiter.
  await expect(alarm.getByRole('link')).toHaveCount(0)
  await waiter.goto(`/order/${id}`)
  await expect(alarm).toBeVisible()
  await waiter.screenshot({ path: info.outputPath('alarm-order.png') })
  const cash = await newPage(browser, info, 'cajero', { path: '/cashbox-cycles' })
  await expect(cash.getByRole('alert').filter({ hasText: 'no recibió 1 papel' })).toBeVisible()
  const agent = await agentPrints(token)
  await expect(alarm).toBeHidden()
  await expect(cash.getByRole('alert').filter({ hasText: 'no recibió' })).toBeHidden()
  const says = (state: string) =>
    agent.emitWithAck('printer_state', { printer_id: printer.id, state, at_ms: Date.now() })
  await says('PAPER_OUT')
  await expect(notice).toContainText(`${name} no tiene papel`)
  await waiter.screenshot({ path: info.outputPath('notice-order.png') })
  await says('READY')
  await expect(notice).toBeHidden()
  agent.disconnect()
})

test('from the alarm the papers go to another printer', async ({ browser, expectAccessible }, info) => {
  const admin = await callerOf('admin')
  const name = `Horno ${info.project.name}`
  await silentKitchen(admin, name)
  const waiter = await callerOf('mozo')
  await takeAway(waiter, { [dish]: 1 }, 'Uno')
  await takeAway(waiter, { [dish]: 1 }, 'Dos')
  const page = await newPage(browser, info, 'supervisor', { path: '/pos' })
  const alarm = page.getByRole('alert').filter({ hasText: 'no recibió 2 papeles' })
  await expect(alarm).toBeVisible({ timeout: 30_000 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: info.outputPath('alarm-dark.png') })
  await alarm.getByRole('link', { name: 'Resolver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar a otra impresora' })
  await expect(dialog).toContainText(`2 papeles de ${name}`)
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('reroute-dark.png') })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.screenshot({ path: info.outputPath('reroute.png') })
  await dialog.getByRole('radio', { name: /^Bar / }).click()
  await dialog.getByRole('button', { name: 'Enviar ahí' }).click()
  await expect(page.getByText('2 papeles desviados')).toBeVisible()
  await expect(dialog).toBeHidden()
  const printedThere = async () => {
    const jobs = await admin.get<{ printer: string; state: string }[]>('/print-jobs?per_page=4')
    return jobs.filter((job) => job.printer === 'Bar' && job.state === 'DONE').length
  }
  await expect.poll(printedThere).toBe(2)
  await page.goto('/pos')
  await expect(page.getByRole('navigation').or(page.getByRole('main')).first()).toBeVisible()
  await expect(alarm).toBeHidden()
})

test('the office decides about papers, and finds each again', async ({ browser, expectAccessible }, info) => {
  const admin = await callerOf('admin')
  const name = `Plancha ${info.project.name}`
  const { token, printer } = await silentKitchen(admin, name)
  await takeAway(await callerOf('mozo'), { [dish]: 1 }, 'Incierto')
  await admin.post(`/printers/${printer.id}/test`, {})
  const agent = io(process.env.COMANDA_URL ?? '', {
    auth: { token, kind: 'agent', version: '1.4.0', machine: 'PC' },
    transports: ['websocket'],
  })
  await new Promise((connected) => agent.on('connect', () => connected(null)))
  const { jobs } = await agent.emitWithAck('pull_jobs', { held: [] })
  const of = (document: string) => jobs.find((job: { document: string }) => job.document === document).id
  const tell = (id: string, state: string, more: object) =>
    agent.emitWithAck('job_state', { id, state, printer_id: printer.id, at_ms: Date.now(), ...more })
  await tell(of('COMMAND'), 'UNCERTAIN', { reason: 'connection_lost' })
  await tell(of('TEST'), 'HELD', { reason: 'paper_out' })
  const report = { printer_id: printer.id, state: 'PAPER_OUT', level: 'L2', at_ms: Date.now() }
  await agent.emitWithAck('printer_state', report)

  const page = await newPage(browser, info, 'admin', { path: '/printers' })
  const attend = page.getByRole('region', { name: 'Por atender' })
  const uncertain = attend.getByRole('listitem').filter({ hasText: 'Comanda' }).filter({ hasText: name })
  await expect(uncertain).toContainText('No se sabe si salió: se cortó la conexión')
  const held = attend.getByRole('listitem').filter({ hasText: 'Página de prueba' }).filter({ hasText: name })
  await expect(held).toContainText('Espera a la impresora: sin papel')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Sin papel')
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('printers.png'), fullPage: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: info.outputPath('printers-dark.png'), fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })

  await uncertain.getByRole('button', { name: 'Sí salió' }).click()
  await expect(uncertain).toBeHidden()
  await tell(of('TEST'), 'DONE', { level: 'L1' })
  await expect(held).toBeHidden()
  const history = page.getByRole('region', { name: 'Historial de papeles' })
  const seen = history.getByRole('listitem').filter({ hasText: 'Comanda' }).filter({ hasText: name })
  await expect(seen).toContainText('visto por una persona')
  const test_ = history
    .getByRole('listitem')
    .filter({ hasText: 'Página de prueba' })
    .filter({ hasText: name })
  await expect(test_).toContainText('confirmado por la impresora')
  const pdf = page.waitForResponse(/\/print-jobs\/.*\/pdf/)
  await seen.getByRole('button', { name: /^Ver papel/ }).click()
  expect((await pdf).headers()['content-type']).toBe('application/pdf')
  await history.getByRole('searchbox').fill('nada de esto')
  await expect(history.getByText('No hay papeles así')).toBeVisible()
  await history.getByRole('searchbox').fill(name)
  await expect(seen).toBeVisible()

  agent.disconnect()
  await expect(page.getByRole('article').filter({ hasText: `PC ${name}` })).toContainText(
    'Fuera de línea desde',
  )
  await page.getByRole('button', { name: `Acciones de PC ${name}` }).click()
  await page.getByRole('button', { name: 'Desvincular' }).click()
  const confirm = page.getByRole('dialog', { name: `Desvincular PC ${name}` })
  await expect(confirm).toContainText('dejará de imprimir')
  if (!phoneSize(info)) await page.screenshot({ path: info.outputPath('revoke.png') })
  await confirm.getByRole('button', { name: 'Desvincular' }).click()
  await expect(page.getByRole('article').filter({ hasText: `PC ${name}` })).toBeHidden()
})

test('a pre-bill that is a PDF is opened before the table counts as billed', async ({ browser }, info) => {
  const admin = await callerOf('admin')
  for (const printer of await admin.get<Printer[]>('/printers')) {
    await admin.put(`/printers/${printer.id}`, { print_pre_account: 'PDF' })
  }
  const waiter = await callerOf('mozo')
  const id = await takeAway(waiter, { [dish]: 1 }, `Cuenta ${info.project.name}`)
  const billedAt = async () => (await waiter.get(`/client-requests/${id}`)).billed_at ?? null
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
  if (phoneSize(info)) await page.getByRole('button', { name: /^S\/\s/ }).click()
  const ask = () => page.getByRole('button', { name: /^Precuenta/ }).click()
  // Nobody has seen it: the guests wait for nothing.
  await page.route('**/pre-order-pdf', (route) => route.abort())
  await ask()
  await expect(page.getByText('No se imprimió la precuenta')).toBeVisible()
  expect(await billedAt()).toBeNull()
  await page.unroute('**/pre-order-pdf')
  const billed = page.waitForResponse(
    (answer) => /pre-order-print/.test(answer.url()) && answer.request().postDataJSON().pdf_shown === true,
  )
  // Both taps within 400 ms are one act: a person asks again later than a fast machine.
  await expect(async () => {
    const opened = page.waitForEvent('popup', { timeout: 2_000 })
    await ask()
    await opened
  }).toPass()
  expect((await billed).ok()).toBe(true)
  expect(await billedAt()).not.toBeNull()
  for (const printer of await admin.get<Printer[]>('/printers')) {
    await admin.put(`/printers/${printer.id}`, { print_pre_account: 'PRINT' })
  }
})
