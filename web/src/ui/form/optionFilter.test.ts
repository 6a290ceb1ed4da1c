import { expect, test } from 'vitest'
import { optionFilter } from './optionFilter'

test('options are found without accents, also within groups', () => {
  const option = (label: string) => ({ value: label, label })
  const options = [
    option('Bebidas frías'),
    option('Sopas'),
    { group: 'Salón', items: [option('Frío 1'), option('2')] },
  ]
  expect(optionFilter({ options, search: ' FRI', limit: Infinity })).toEqual([
    option('Bebidas frías'),
    { group: 'Salón', items: [option('Frío 1')] },
  ])
})
