import type { Page, TestInfo } from '@playwright/test'
import { callerOf } from './api'

/** A take-away account of its own, so that no test waits for another's table; gives its id. */
export async function takeaway(name: string): Promise<number> {
  const waiter = await callerOf('mozo')
  return (await waiter.post('/client-requests', { type: 'ORDER', client_name: name })).id
}

export const phoneSize = (info: TestInfo) => info.project.name === 'phone'

/** A product among those shown. */
export const tile = (page: Page, dish: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${dish}`) })
    .first()

/** The account's lines: at the side, or in the sheet of a phone. */
export async function account(page: Page, info: TestInfo) {
  if (phoneSize(info) && !(await page.getByRole('dialog', { name: 'Cuenta' }).isVisible())) {
    await page.getByRole('button', { name: /^S\/\s/ }).click()
  }
  return page.getByRole('region', { name: 'Líneas de la cuenta' })
}

/** A line of the account by how it begins: "2 Cau cau". */
export const lineOf = (lines: Awaited<ReturnType<typeof account>>, text: string) =>
  lines.getByRole('button', { name: new RegExp(`^${text.replace(' ', ' ?')}`) })
