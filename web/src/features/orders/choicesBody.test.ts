import { expect, it } from 'vitest'
import { chosen, egg, grilled } from '../../data/orders/sample'
import { choicesBody } from './choicesBody'

it('names each chosen option once, in the order of choosing', () =>
  expect(choicesBody([...grilled, egg])).toEqual([
    {
      group_id: 1,
      option_id: 11,
      quantity: '1',
      choices: [{ group_id: 2, option_id: 21, quantity: '1' }],
    },
    { group_id: 1, option_id: 12, quantity: '2', choices: [] },
    { group_id: 3, option_id: 31, quantity: '1', choices: [] },
  ]))

it('says what an option opened for one unit of it', () =>
  expect(
    choicesBody([
      chosen([1, 'Carnes'], 1, [11, 'Bife ancho'], '0.00', '2'),
      chosen([2, 'Salsas'], 1, [21, 'Criolla'], '0.00', '2', true),
      chosen([2, 'Salsas'], 1, [21, 'Criolla'], '1.00', '2', true),
    ]),
  ).toEqual([
    {
      group_id: 1,
      option_id: 11,
      quantity: '2',
      choices: [{ group_id: 2, option_id: 21, quantity: '2' }],
    },
  ]))

it('says that nothing was chosen', () => expect(choicesBody([egg])).toEqual([]))
