import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, test } from 'vitest'
import own from './own.json'
import { fromServer } from './texts'

const root = resolve(import.meta.dirname, '../../../..')
type Texts = { [key: string]: string | Texts }

function flat(part: Texts, into = new Map<string, string>(), path = '') {
  for (const [name, value] of Object.entries(part)) {
    const key = path ? `${path}.${name}` : name
    if (typeof value === 'string') into.set(key, value)
    else flat(value, into, key)
  }
  return into
}

const files = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

const peru = new Map<string, string>()
for (const file of files(join(root, 'web/src/i18n/es_pe'), '.json')) flat(JSON.parse(file), peru)
const replaced = flat(own)

/** Returns the sentences in the server's sources, which it may send. */
const sources = ['server/src', 'server/crates'].flatMap((folder) => files(join(root, folder), '.rs'))
const server = sources.flatMap((source) =>
  [...(source.split('#[cfg(test)]')[0] ?? '').matchAll(/"((?:[^"\\\n]|\\.)*)"/g)]
    .map(([, text]) => text ?? '')
    .filter((text) => / .*[.!?]$|^[¿¡]/.test(text) && !/SELECT|[{}]\s*=>|^\s*\/\//.test(text)),
)

const infinitives = new Set(
  [...peru.values(), ...server].flatMap(
    (text) => text.toLowerCase().match(/\p{L}{2,}[aei]r(?=\P{L}|$)/gu) ?? [],
  ),
)
const stems = (stem: string) => [
  stem,
  stem.replace(/ie(?=[^aeiou]*$)/, 'e'),
  stem.replace(/ue(?=[^aeiou]*$)/, 'o'),
  stem.replace(/ue(?=[^aeiou]*$)/, 'u'),
  stem.replace(/i(?=[^aeiou]*$)/, 'e'),
]
const isVerb = (stem: string, ends: string[]) =>
  stems(stem).some((each) => ends.some((end) => infinitives.has(each + end)))

/* Returns whether a word addresses a "tú": "Puedes", "cobras". Negative requests ("no cobres") are the same for "vos". */
const present = (word: string) =>
  (/as$/.test(word) && isVerb(word.slice(0, -2), ['ar'])) ||
  (/es$/.test(word) && isVerb(word.slice(0, -2), ['er', 'ir']))
/* Returns whether a word asks for something, or says what somebody else does: "Elige", "abre". */
const imperative = (word: string) =>
  (/a$/.test(word) && isVerb(word.slice(0, -1), ['ar'])) ||
  (/e$/.test(word) && isVerb(word.slice(0, -1), ['er', 'ir']))
/* "Ciérralo": for "vos" the stress moves and its accent goes. */
const withPronoun = (word: string) => {
  const [, verb = ''] = /^(\p{L}+?[aeiáéí])(?:se)?l[oae]s?$/u.exec(word) ?? []
  return /[áéíóú]\p{L}/u.test(verb)
}
const irregular = new Set(
  'eres puedes quieres tienes vienes sabes haz pon ten sal contigo tú ti hazlo ponlo ponla'.split(' '),
)

/*
 * These only look like it: nouns, and verbs about somebody or something else. The next word is included where the verb alone may
 * be a request too.
 */
const ofOthers = new Set(readFileSync(join(import.meta.dirname, 'said-of-others.txt'), 'utf8').split('\n'))

/** Returns the words of a text that address a "tú". */
function tuteo(text: string): string[] {
  const found: string[] = []
  for (const match of text.matchAll(/\p{L}+/gu)) {
    const word = match[0].toLowerCase()
    const after = text.slice(match.index + word.length)
    const begins = /(^|[.:;…!?¿¡(«›] ?|, (y )?|\b(seguir|después|antes) )$/i.test(text.slice(0, match.index))
    const next = `${word}${/^ [\p{L}{«¿0-9]+/u.exec(after)?.[0] ?? '.'}`
    if (ofOthers.has(word) || ofOthers.has(next)) continue
    if (irregular.has(word) || withPronoun(word) || present(word)) found.push(word)
    else if (imperative(word) && (begins || /^ tus? /.test(after))) found.push(next)
  }
  return found
}

test('the rule finds what is said to a "tú"', () => {
  for (const text of ['Elige otro nombre.', 'Si vienes de lejos', 'Ciérrala primero', 'Tú']) {
    expect(tuteo(text), text).not.toEqual([])
    expect(tuteo(fromServer(text)), text).toEqual([])
  }
})

it('says nothing to a "tú" on its screens', () => {
  const left = [...peru].flatMap(([key, text]) => {
    const here = replaced.get(key) ?? fromServer(text)
    const words = replaced.has(key) ? [] : tuteo(here)
    return words.length > 0 ? [`${key}: ${here} (${words})`] : []
  })
  expect(left).toEqual([])
})

it('says nothing to a "tú" in the server\'s words', () => {
  const left = server.flatMap((text) => {
    const words = tuteo(fromServer(text))
    return words.length > 0 ? [`${fromServer(text)} (${words})`] : []
  })
  expect(left).toEqual([])
})

it('replaces only what is said in es_pe too', () =>
  expect([...replaced.keys()].filter((key) => !peru.has(key))).toEqual([]))

test.each([
  ['Debes S/ 1,234.50 a la caja.', 'Debés S/ 1.234,50 a la caja.'],
  ['La tasa va de 0.01 a 30.5 %', 'La tasa va de 0,01 a 30,5 %'],
  ['Pídeselo a Ana o ábrelo aquí', 'Pedíselo a Ana o abrilo acá'],
  ['El agente en 192.168.1.51 abre la gaveta', 'El agente en 192.168.1.51 abre la gaveta'],
])('%s', (said, here) => expect(fromServer(said)).toBe(here))
