import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '..')
type Texts = { [key: string]: string | Texts }

const keys = new Set<string>()
function read(part: Texts, path: string) {
  for (const [name, value] of Object.entries(part)) {
    const key = path + name
    keys.add(key)
    // A text with a count is named without the ending of its number, one that agrees without its gender.
    keys.add(key.replace(/(_(male|female))?(_(one|many|other))?$/, ''))
    if (typeof value !== 'string') read(value, `${key}.`)
  }
}
for (const file of readdirSync(join(src, 'i18n/es_pe'), { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.json')) read(JSON.parse(readFileSync(join(src, 'i18n/es_pe', file), 'utf8')), '')
}

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|schema\.gen/.test(file))
  .map((file) => [file, readFileSync(join(src, file), 'utf8')] as const)

const missing = (pattern: RegExp, isThere: (key: string) => boolean) =>
  sources.flatMap(([file, text]) =>
    [...text.matchAll(pattern)]
      .map(([, key]) => key ?? '')
      .filter((key) => key !== '' && !isThere(key))
      .map((key) => `${file}: ${key}`),
  )

it('says nothing that is not in the catalogue', () =>
  expect(missing(/\bt\(\s*['`]([\w-]+\.[\w.-]+)['`]/g, (key) => keys.has(key))).toEqual([]))

it('puts words together only where the catalogue has a group for them', () => {
  const begins = (key: string) => {
    const group = key.replace(/\.[^.]*$/, '')
    return keys.has(group) && [...keys].some((each) => each.startsWith(key))
  }
  expect(missing(/\bt\(\s*`([\w.-]*)\$\{/g, begins)).toEqual([])
})

it('writes no words into a screen', () => {
  const words = /^(Enter|Esc|Ctrl K|Comanda|min|PDF|SUNAT)$/
  const written = sources
    .filter(([file]) => file.endsWith('.tsx'))
    .flatMap(([file, text]) =>
      [
        ...text.matchAll(/<[a-z][\w.]*(?:\s[^<>]*)?>\s*(\p{L}[\p{L} ,.:]{2,}?)\s*<\//giu),
        ...text.matchAll(/\b(?:aria-label|label|title|alt|description)="([^"]+)"/g),
      ]
        .map(([, found]) => found?.trim() ?? '')
        .filter((found) => found !== '' && !words.test(found))
        .map((found) => `${file}: ${found}`),
    )
  expect(written).toEqual([])
})

it('counts in words that fit one and many', () => {
  const texts = new Map<string, string>()
  const collect = (part: Texts, path: string) => {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'string') texts.set(path + name, value)
      else collect(value, `${path}${name}.`)
    }
  }
  for (const file of readdirSync(join(src, 'i18n/es_pe'), { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.json')) collect(JSON.parse(readFileSync(join(src, 'i18n/es_pe', file), 'utf8')), '')
  }
  // This finds a number before a noun in the plural, in a text without a form for one.
  const plural = /\{\{\w+\}\} \p{L}+s\b/u
  // These are always more than one, a verb, an amount, or a total that is never one.
  const allowed =
    /_(one|many|other)$|^(pin\.typed|orders\.notice\.(kept|gone)|orders\.(paper\.desk\.UNCERTAIN|measuredBy100)|weight\.price\.HG|kitchen\.moreDishes|cash\.(rowLabel|openAccountsMore)|printing\.paper\.size|firstUse\.progressLabel|reconciliation\.(more|less))$/
  expect(
    [...texts]
      .filter(([key, text]) => plural.test(text) && !allowed.test(key))
      .map(([key, text]) => `${key}: ${text}`),
  ).toEqual([])
  const forms = [...texts.keys()].filter((key) => key.endsWith('_one')).map((key) => key.slice(0, -4))
  expect(forms.filter((key) => !texts.has(`${key}_many`) || !texts.has(`${key}_other`))).toEqual([])
})
