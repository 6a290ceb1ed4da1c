import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '..')
// Read from disk: what i18next holds has the office's texts in it by now.
const first: unknown = JSON.parse(readFileSync(join(src, 'i18n/es_pe/first.json'), 'utf8'))

/** Screens that open without the office's texts. */
const screens = [
  'main.tsx',
  'features/people/LoginScreen.tsx',
  'features/company/LicenceExpiredScreen.tsx',
  'features/floor/MapScreen.tsx',
  'features/orders/OrderScreen.tsx',
  'features/payments/PaymentScreen.tsx',
  'features/kitchen/KitchenScreen.tsx',
]

const fileOf = (path: string) =>
  [path, `${path}.ts`, `${path}.tsx`].find((each) => /\.tsx?$/.test(each) && existsSync(each))

/** The module and all it imports, now or later; the router's screens are taken one by one. */
function reach(file: string, found = new Set<string>()) {
  if (found.has(file) || file.endsWith('app/router.tsx')) return found
  found.add(file)
  const text = readFileSync(file, 'utf8').replace(/import type [^']*'[^']*'/g, '')
  for (const [, path] of text.matchAll(/(?:from|import\(?)\s*'(\.[^']*)'/g)) {
    const imported = fileOf(join(dirname(file), path ?? ''))
    if (imported) reach(imported, found)
  }
  return found
}

const known = (key: string) => {
  let at: unknown = first
  const parts = key.split('.')
  const last = parts.pop() ?? ''
  for (const part of parts) at = (at as Record<string, unknown> | undefined)?.[part]
  const group = (at ?? {}) as Record<string, unknown>
  return last in group || `${last}_other` in group
}

test.each(screens)('%s says nothing that only the office has loaded', (screen) => {
  const missing = [...reach(join(src, screen))].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([a-zA-Z.]+)'/g)]
      .map(([, key]) => key ?? '')
      .filter((key) => key.includes('.') && !known(key))
      .map((key) => `${file.slice(src.length + 1)}: ${key}`),
  )
  expect(missing).toEqual([])
})
