import { expect, it } from 'vitest'

const files = import.meta.glob<string>('../features/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** These are the doors between features that are left, each opened where a person asks for what lies behind it. */
const doors = [
  // The monitor of the cash boxes opens a document, and takes it back.
  'cash → billing',
  // The payment screen gives discounts and charges as the order screen does.
  'payments → orders',
  // An item of the stock list is a product, too.
  'inventory → catalog',
  // The panel shows news of the law's rates.
  'reports → settings',
]

/** Returns the folder of a feature: `../features/cash/CycleScreen.tsx` → `cash`. */
const featureOf = (path: string) => path.split('/')[2] ?? ''

/** Returns the folders that a file imports from. */
function resolved(from: string, specifier: string): string[] {
  const folders = from.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') folders.pop()
    else if (part !== '.') folders.push(part)
  }
  return folders
}

it('no feature knows another, but by the doors that are named', () => {
  const found = Object.entries(files)
    .filter(([path]) => !path.includes('.test.'))
    .flatMap(([path, text]) =>
      [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].flatMap(([, specifier = '']) => {
        const [, floor, feature] = resolved(path, specifier)
        return floor === 'features' && feature !== featureOf(path) ? [`${featureOf(path)} → ${feature}`] : []
      }),
    )
  expect([...new Set(found)].sort()).toEqual([...doors].sort())
})
