import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '../..')
const formsOf = (file: string) =>
  readFileSync(join(source, file), 'utf8')
    .split(/<form\s/)
    .slice(1)
    .map((rest) => rest.slice(0, 120))

it('no form leaves its errors to the browser, whose words are of another language', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const screens = files.filter((file) => file.endsWith('.tsx'))
  const mute = screens.filter((file) => formsOf(file).some((form) => !form.includes('noValidate')))
  expect(screens.length).toBeGreaterThan(200)
  expect(mute).toEqual([])
})
