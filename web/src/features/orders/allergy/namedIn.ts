import { searchKey } from '../../../ui/format'

interface Named<Value> {
  value: Value
  label: string
}

/** Returns the words of a text as they are compared: without accents and capitals, each between spaces of its own. */
const wordsOf = (text: string) =>
  ` ${searchKey(text)
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .join('  ')} `

/** Returns what a text names: "GLUTEN y lacteos" are both. */
export const namedIn = <Value>(text: string, among: Named<Value>[]): Value[] =>
  among.filter(({ label }) => wordsOf(text).includes(wordsOf(label))).map(({ value }) => value)

/** Returns whether a text says nothing but names. */
export function isNamesOnly(text: string, among: Named<unknown>[]) {
  const words = wordsOf(text).replace(/ (y|e|ni) /g, '')
  const left = among.reduce((rest, { label }) => rest.replaceAll(wordsOf(label), ''), words)
  return words.trim() !== '' && left.trim() === ''
}
