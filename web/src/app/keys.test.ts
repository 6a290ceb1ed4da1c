import { expect, it } from 'vitest'

const files = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

/* These patterns find a query key that is written out, or made longer, where it is used. */
const written = [
  /\bquery[kK]ey[=:] ?\{?\[ ?['`].*/g,
  /\b[sS]tale[=:] ?\{?\[.*\[ ?['`].*/g,
  /QueryData(<.*>)?\(\[.*/g,
  /\[\.\.\.\w+Keys\.\w+.*/g,
]

it('query keys are made by their feature, in its keys.ts', () => {
  const others = Object.entries(files).filter(([name]) => !/keys\.ts$|\.test\.tsx?$/.test(name))
  expect(others.length).toBeGreaterThan(300)
  expect(
    others.flatMap(([name, text]) =>
      written.flatMap((each) => text.match(each) ?? []).map((line) => [name, line]),
    ),
  ).toEqual([])
})
