import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import type { Allergen } from '../../api/model'
import texts from '../../i18n/es_pe/allergy.json'
import { allergens } from '../catalog/allergens'
import { allergyWords, avoidedOf } from './allergy'

const t = ((key: `allergens.${Allergen}`) =>
  texts.allergens[key.slice('allergens.'.length) as Allergen]) as unknown as TFunction

it('says an allergy as the papers of the kitchen do', () => {
  const words = (avoided: Allergen[], allergy_note: string) =>
    allergyWords({ allergens: avoided, allergy_note }, t)
  expect(words(['PEANUT', 'GLUTEN'], 'camarón, ni trazas')).toBe('maní, gluten; camarón, ni trazas')
  expect(words(['TREE_NUTS'], '')).toBe('frutos secos')
  expect(words([], 'camarón')).toBe('camarón')
})

it('has a name for each allergen', () =>
  expect(Object.keys(texts.allergens).sort()).toEqual([...allergens].sort()))

const dish = (id: number, contained: Allergen[], parts: number[] = []) => ({
  id,
  allergens: contained,
  combo_has_product: parts.map((product_id) => ({ product_id }) as never),
})
const ocopa = dish(1, ['MILK', 'PEANUT'])
const rice = dish(2, [])
const combo = dish(3, ['EGG'], [2, 1])
const menu = [ocopa, rice, combo]

it('finds in a dish only what is avoided', () => {
  expect(avoidedOf(ocopa, ['PEANUT', 'FISH'], menu)).toEqual(['PEANUT'])
  expect(avoidedOf(rice, ['PEANUT', 'FISH'], menu)).toEqual([])
})

it('finds in a combo what its dishes contain', () =>
  expect(avoidedOf(combo, ['EGG', 'PEANUT', 'FISH'], menu)).toEqual(['EGG', 'PEANUT']))
