import { expect, it } from 'vitest'
import { isNamesOnly, namedIn } from './namedIn'

const among = [
  { value: 'GLUTEN', label: 'Gluten' },
  { value: 'MILK', label: 'Lácteos' },
  { value: 'TREE_NUTS', label: 'Frutos secos' },
  { value: 'PEANUT', label: 'Maní' },
]

it.each([
  ['GLUTEN y lacteos', ['GLUTEN', 'MILK'], true],
  ['mani,gluten', ['GLUTEN', 'PEANUT'], true],
  ['Frutos  Secos', ['TREE_NUTS'], true],
  ['gluten gluten', ['GLUTEN'], true],
  ['ni trazas de maní', ['PEANUT'], false],
  ['manicho', [], false],
  ['', [], false],
])('%j names %j, and nothing else: %s', (text, named, only) =>
  expect([namedIn(text, among), isNamesOnly(text, among)]).toEqual([named, only]),
)
