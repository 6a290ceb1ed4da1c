import { expect, it } from 'vitest'
import { dishOf } from './dishes'

it.each([
  ['Torta de chocolate', false],
  ['Cheesecake de maracuyá', false],
  ['Helado de naranja', false],
  ['Arroz con leche', false],
  ['Mate de coca', true],
  ['Té', true],
  ['Coca-Cola 500 ml', true],
  ['Jugo de naranja', true],
  ['Bistec a la parrilla', false],
])('draws %s in a glass: %s', (name, isGlass) => {
  expect(dishOf(name).glass ?? false).toBe(isGlass)
})

it('takes whole words, in the plural too', () => {
  expect(dishOf('Mate de coca')).not.toEqual(dishOf('Coca-Cola'))
  expect(dishOf('Anticuchos de corazón')).toEqual(dishOf('Anticucho'))
  expect(dishOf('Picaña 300 g').top).toContain('steak')
  expect(dishOf('Chocolate caliente')).not.toEqual(dishOf('Té verde'))
})
