import { randomUUID } from 'node:crypto'
import type { Page, TestInfo } from '@playwright/test'
import { expect, password } from './test'

/** Somebody who speaks to the server without a screen, to set a scene. */
export async function speaker(username: string) {
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(`${process.env.COMANDA_URL}/api${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const told = await answer.json()
    expect(answer.ok, `${method} ${path}: ${JSON.stringify(told)}`).toBe(true)
    return told
  }
  const { token } = (await call('POST', '/login', { username, password })).response
  return (method: string, path: string, body?: unknown) => call(method, path, body, token)
}

/** A take-away account of its own, so that no test waits for another's table; gives its id. */
export async function takeaway(name: string): Promise<number> {
  const say = await speaker('mozo')
  return (await say('POST', '/client-requests', { type: 'ORDER', client_name: name })).response.id
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
    await page.getByRole('button', { name: /^S\/ / }).click()
  }
  return page.getByRole('region', { name: 'Líneas de la cuenta' })
}

/** A line of the account by how it begins: "2 Cau cau". */
export const lineOf = (lines: Awaited<ReturnType<typeof account>>, text: string) =>
  lines.getByRole('button', { name: new RegExp(`^${text.replace(' ', ' ?')}`) })
