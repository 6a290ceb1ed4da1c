import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '..')
// The texts are read from disk: i18next holds the office's texts too by now.
const texts = (part: string): unknown =>
  JSON.parse(readFileSync(join(src, `i18n/es_pe/${part}.json`), 'utf8'))
const start = [texts('start')]
const till = [...start, texts('till')]
const sale = [...till, texts('sale')]

const fileOf = (path: string) =>
  [path, `${path}.ts`, `${path}.tsx`].find((each) => /\.tsx?$/.test(each) && existsSync(each))

/* `import(` loads a module later. */
const atOnce = /(?:from|import)\s+'(\.[^']*)'/g
const everAfter = /(?:from|import\(?)\s*'(\.[^']*)'/g

/** Returns the module and all it imports; the router's screens are taken one by one. */
function reach(file: string, imports: RegExp, found = new Set<string>()) {
  if (found.has(file) || file.endsWith('app/router.tsx')) return found
  found.add(file)
  const text = readFileSync(file, 'utf8').replace(/import type [^']*'[^']*'/g, '')
  // A module that is loaded later together with the office's texts may use them.
  const bringsOffice = /import\('[^']*i18n\/office'\)/.test(text)
  for (const [, path] of text.matchAll(bringsOffice ? atOnce : imports)) {
    const imported = fileOf(join(dirname(file), path ?? ''))
    if (imported) reach(imported, imports, found)
  }
  return found
}

const isIn = (parts: unknown[], key: string) =>
  parts.some((part) => {
    let at = part
    const path = key.split('.')
    const last = path.pop() ?? ''
    for (const name of path) at = (at as Record<string, unknown> | undefined)?.[name]
    const group = (at ?? {}) as Record<string, unknown>
    return last in group || `${last}_other` in group
  })

const missing = (screen: string, imports: RegExp, parts: unknown[]) =>
  [...reach(join(src, screen), imports)].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([a-zA-Z.]+)'/g)]
      .map(([, key]) => key ?? '')
      .filter((key) => key.includes('.') && !isIn(parts, key))
      .map((key) => `${file.slice(src.length + 1)}: ${key}`),
  )

test.each([
  'main.tsx',
  'app/NotFoundScreen.tsx',
  'features/people/LoginScreen.tsx',
  'features/licence/LicenceExpiredScreen.tsx',
])('%s says nothing that only the till has loaded', (screen) =>
  expect(missing(screen, atOnce, start)).toEqual([]),
)

test.each([
  ['main.tsx', [...till, texts('translated')]],
  ['features/floor/MapScreen.tsx', till],
  [
    'features/orders/OrderScreen.tsx',
    [...sale, texts('weight'), texts('choices'), texts('allergy'), texts('courses')],
  ],
  ['features/payments/PaymentScreen.tsx', sale],
  ['features/kitchen/KitchenScreen.tsx', [...till, texts('courses')]],
])('%s says nothing that only the sale or the office has loaded', (screen, parts) =>
  expect(missing(screen, everAfter, parts)).toEqual([]),
)

test('the order screen says nothing at once that only its panel of choices or its pad for weights has loaded', () =>
  expect(missing('features/orders/OrderScreen.tsx', atOnce, sale)).toEqual([]))

test('no two files of the office hold the same group, of which the later would hide the other', () => {
  const office = join(src, 'i18n/es_pe/office')
  const groups = readdirSync(office).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(office, file), 'utf8'))),
  )
  expect(groups.filter((group, at) => groups.indexOf(group) !== at)).toEqual([])
})
