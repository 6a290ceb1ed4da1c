import type { Browser, Page, TestInfo } from '@playwright/test'
import { account, lineOf, phoneSize, tile } from './support/account'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'courses' })
test.setTimeout(150_000)

interface Course {
  id: number
  name: string
}

const ofCategory: Record<string, string> = {
  Bebidas: 'Bebidas',
  'Entradas y sopas': 'Entradas',
  Fondos: 'Fondos',
  Postres: 'Postres',
}

/** Makes the courses of the house, where they are not there yet, and gives them to the categories. */
async function makeCourses(): Promise<Course[]> {
  const admin = await callerOf('admin')
  const known = await admin.get<Course[]>('/courses')
  if (known.length > 0) return known
  for (const name of new Set(Object.values(ofCategory)))
    await admin.post('/courses', { name, at_once: name === 'Bebidas' })
  const courses = await admin.get<Course[]>('/courses')
  const categories = await admin.get<{ id: number; name: string }[]>('/categories?page=false')
  for (const { id, name } of categories) {
    const course = courses.find((each) => each.name === ofCategory[name])
    if (course) await admin.put(`/categories/${id}`, { course_id: course.id })
  }
  return courses
}

/** Sits four guests at a table where nobody sits. */
async function sitDown() {
  const waiter = await callerOf('mozo')
  const tables = await waiter.get<{ id: number; name: string; status_table: string }[]>('/tables')
  const free = tables.find((table) => table.status_table === 'AVAILABLE')
  const { id } = await waiter.post('/client-requests', { type: 'TABLE', table_id: free?.id, persons: 4 })
  return { id: id as number, table: `Mesa ${free?.name}` }
}

/** Sits guests down who ordered a starter, two mains and a dessert: the starter is in the kitchen. */
async function seated() {
  await makeCourses()
  const waiter = await callerOf('mozo')
  const { products } = await waiter.get('/catalog/sale')
  const ordered = (name: string, qty: number) => ({
    product: { id: products.find((each: { name: string }) => each.name === name)?.id },
    qty: String(qty),
  })
  const { id, table } = await sitDown()
  const asked = [ordered('Papa a la huancaína', 1), ordered('Cau cau', 2), ordered('Picarones', 1)]
  await waiter.post('/orders', { client_request: id, products: asked })
  return { id, table }
}

const open = async (browser: Browser, info: TestInfo, user: string, path: string) => {
  const page = await newPage(browser, info, user, { path })
  page.setDefaultTimeout(15_000)
  return page
}

/** The violet key: at the foot of the account, or of the phone's sheet. */
const next = (page: Page, name: RegExp | string) => page.getByRole('button', { name }).last()
const courseOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function add(page: Page, category: string, ...dishes: string[]) {
  await page.getByRole('navigation', { name: 'Categorías' }).getByRole('button', { name: category }).click()
  for (const dish of dishes) await tile(page, dish).click()
}

const closeSheet = async (page: Page, info: TestInfo) => {
  if (phoneSize(info)) await page.getByRole('button', { name: 'Cerrar la cuenta' }).click()
}

test('the office makes courses, orders them and gives one to a category', async ({
  browser,
  expectAccessible,
}, info) => {
  const page = await open(browser, info, 'admin', '/products?tab=courses')
  const name = `Previa ${info.project.name}`
  await page.getByRole('button', { name: /^(Nuevo|Crear el primer tiempo)/ }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo tiempo' })
  await form.getByLabel('Nombre').fill(name)
  await form.getByText('Sale al enviar', { exact: true }).click()
  await expect(form.getByText('Marcha solo cuando el anterior está servido')).toHaveCount(0)
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Sale al enviar')
  await makeCourses()
  await expectAccessible(page)

  const other = `Queso ${info.project.name}`
  const admin = await callerOf('admin')
  const last = await admin.post('/courses', { name: other })
  await page.reload()
  await page.getByRole('button', { name: `Subir ${other}` }).click()
  await expect(page.getByRole('row').filter({ hasText: other })).toContainText(`${last.position - 1}`)
  expect((await admin.get(`/courses/${last.id}`)).position).toBe(last.position - 1)

  await page.goto('/products?tab=categories')
  await page.getByRole('button', { name: 'Combos', exact: true }).click()
  const category = page.getByRole('dialog', { name: 'Editar categoría' })
  await category.getByRole('combobox', { name: 'Tiempo' }).click()
  await page.getByRole('option', { name }).click()
  await category.getByRole('button', { name: /^Guardar/ }).click()
  await expect(category).toBeHidden()

  await page.goto('/products?tab=courses')
  const remove = async (course: string) => {
    await page.getByRole('button', { name: new RegExp(`^Acciones de.* ${course}$`) }).click()
    await page.getByRole('button', { name: 'Eliminar' }).filter({ visible: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Eliminar/ })
      .click()
  }
  await remove(name)
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Combos')
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  const [combos] = (await admin.get('/categories?page=false')).filter(
    (each: { name: string }) => each.name === 'Combos',
  )
  await admin.put(`/categories/${combos.id}`, { course_id: null })
  for (const course of [name, other]) {
    await remove(course)
    await expect(page.getByRole('row').filter({ hasText: course })).toHaveCount(0)
  }
})

test('drinks and starters leave, mains wait until they are fired', async ({
  browser,
  expectAccessible,
}, info) => {
  await makeCourses()
  const { id, table } = await sitDown()
  const page = await open(browser, info, 'mozo', `/order/${id}`)
  await add(page, 'Bebidas', 'Agua sin gas')
  await add(page, 'Entradas', 'Papa a la huancaína')
  await expect(page.getByText('Lo que agregues aquí')).toHaveCount(0)
  await add(page, 'Fondos')
  await expect(page.getByText('Lo que agregues aquí se suma a Fondos y espera.')).toBeVisible()
  await add(page, 'Fondos', 'Cau cau', 'Cau cau')
  const lines = await account(page, info)
  const fresh = page.getByRole('region', { name: 'Sin enviar' })
  await expect(fresh.getByRole('heading', { name: 'Entradas' })).toContainText('sale al enviar')
  await expect(fresh.getByRole('heading', { name: 'Fondos' })).toContainText('queda en espera')
  await expect(next(page, /^Enviar/)).toContainText('2 quedan en espera')
  await expectAccessible(page)
  await next(page, /^Enviar/).click()
  await expect(page.getByText(/^Comanda \d+ enviada/)).toBeVisible()

  const wall = await open(browser, info, 'cocina', '/monitor-production')
  if (!phoneSize(info)) await wall.setViewportSize({ width: 1920, height: 1080 })
  const card = wall.getByRole('article').filter({ hasText: table })
  const first = card.filter({ hasText: 'Papa a la huancaína' })
  await expect(first).toContainText('Después: Fondos')
  await expect(first).toContainText('2 Cau cau')
  await expect(first.getByRole('button', { name: /^2 ?Cau cau/ })).toHaveCount(0)
  await expectAccessible(wall)

  await account(page, info)
  await expect(courseOf(page, 'Fondos')).toContainText('sigue')
  await expect(lineOf(lines, '2 Cau cau')).toBeVisible()
  await expect(next(page, /^Marchar fondos/)).toContainText('2 Cocina')
  await expectAccessible(page)
  await (phoneSize(info) ? next(page, /^Marchar fondos/).click() : page.keyboard.press('F2'))
  await expect(page.getByText(/^Comanda \d+ enviada/).last()).toBeVisible()
  await expect(card.filter({ hasText: 'Cau cau' })).toContainText('Fondos')
  await expect(card.getByText('Después: Fondos')).toHaveCount(0)
  await account(page, info)
  await expect(courseOf(page, 'Fondos')).toContainText('salió')
  const waiter = await callerOf('mozo')
  const commands = await waiter.get<{ lines: { name: string; qty: string }[] }[]>(`/commands/${id}`)
  expect(commands[0]?.lines.map(({ name, qty }) => [name, Number(qty)])).toEqual([['Cau cau', 2]])
})

test('a waiter lets one dish leave at once, and moves one that waits to another course', async ({
  browser,
}, info) => {
  const { id } = await seated()
  const page = await open(browser, info, 'mozo', `/order/${id}`)
  await add(page, 'Postres')
  await page.getByRole('button', { name: 'Que salga ya' }).click()
  await expect(page.getByText('Lo que agregues aquí sale al enviar.')).toBeVisible()
  await tile(page, 'Suspiro a la limeña').click()
  const lines = await account(page, info)
  const fresh = page.getByRole('region', { name: 'Sin enviar' })
  await expect(fresh.getByRole('heading', { name: 'Postres' })).toContainText('sale al enviar')
  await next(page, /^Enviar/).click()
  await expect(page.getByText(/^Comanda \d+ enviada/)).toBeVisible()

  await account(page, info)
  await lineOf(lines, '1 Picarones').click()
  const tools = page.getByRole('group', { name: 'Tiempo de Picarones' })
  await tools.getByRole('button', { name: 'Fondos' }).focus()
  await page.keyboard.press('Enter')
  await expect(courseOf(page, 'Fondos')).toContainText('Picarones')
  await expect(next(page, /^Marchar fondos/)).toContainText('3 Cocina')
  await page
    .getByRole('group', { name: 'Cuándo sale Picarones' })
    .getByRole('button', { name: 'Que salga ya' })
    .click()
  await expect(fresh.getByRole('heading', { name: 'Fondos' })).toContainText('sale al enviar')
  const waiter = await callerOf('mozo')
  const picarones = async () =>
    (await waiter.get(`/client-requests/${id}`)).lines.find(
      (each: { name: string }) => each.name === 'Picarones',
    )
  await expect.poll(async () => (await picarones()).hold).toBe(false)
  expect(await picarones()).toMatchObject({ course: { name: 'Fondos' } })
})

test('two tills that fire at once make one command, and a flame fires out of turn', async ({
  browser,
}, info) => {
  const { id } = await seated()
  const rosa = await open(browser, info, 'mozo', `/order/${id}`)
  const till = await open(browser, info, 'supervisor', `/order/${id}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const page of [rosa, till]) {
    await account(page, info)
    await page.route('**/fire', async (route) => {
      await held
      await route.fallback()
    })
    await next(page, /^Marchar fondos/).click()
  }
  release()
  for (const page of [rosa, till]) {
    await account(page, info)
    await expect(courseOf(page, 'Fondos')).toContainText('salió')
  }
  const waiter = await callerOf('mozo')
  expect(await waiter.get(`/commands/${id}`)).toHaveLength(2)

  await closeSheet(rosa, info)
  await add(rosa, 'Bebidas', 'Agua sin gas')
  await account(rosa, info)
  await rosa.getByRole('button', { name: 'Marchar postres' }).click()
  await expect(courseOf(rosa, 'Postres')).toContainText('salió')
  await expect(rosa.getByRole('region', { name: 'Sin enviar' })).toContainText('Agua sin gas')
})

test('a cook fires what waits by two taps, and what is fired without the line arrives', async ({
  browser,
}, info) => {
  const { id, table } = await seated()
  const wall = await open(browser, info, 'cocina', '/monitor-production')
  const key = wall.getByRole('button', { name: new RegExp(`^Marchar fondos de ${table}(\\.|$)`) })
  await key.click()
  await expect(key).toContainText('Toca otra vez')
  await key.click()
  await expect(
    wall.getByRole('article').filter({ hasText: table }).filter({ hasText: 'Cau cau' }),
  ).toContainText('Después: Postres')

  const page = await open(browser, info, 'mozo', `/order/${id}`)
  await account(page, info)
  let lost = 0
  await page.route('**/fire', async (route) => {
    lost += 1
    if (lost > 1) return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await next(page, /^Marchar postres/).click()
  await account(page, info)
  await expect(courseOf(page, 'Postres')).toContainText('salió')
  await expect.poll(() => lost).toBeGreaterThan(1)
  const waiter = await callerOf('mozo')
  expect(await waiter.get(`/commands/${id}`)).toHaveLength(3)
})
