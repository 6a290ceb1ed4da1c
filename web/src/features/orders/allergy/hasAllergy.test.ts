import { expect, it } from 'vitest'
import { hasAllergy } from './hasAllergy'

it('knows an allergy by its allergens or by its note alone', () => {
  expect(hasAllergy({ allergens: ['PEANUT'], allergy_note: '' })).toBe(true)
  expect(hasAllergy({ allergens: [], allergy_note: 'camarón' })).toBe(true)
  expect(hasAllergy({ allergens: [], allergy_note: '' })).toBe(false)
})

it('takes an account that a device kept from before there were allergies', () =>
  expect(hasAllergy({})).toBe(false))
