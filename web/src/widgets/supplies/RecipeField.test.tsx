import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query'
import { catalogKeys } from '../../data/catalog/keys'
import { stockKeys } from '../../data/stock/keys'
import { FormContext } from '../../ui/form/context'
import { RecipeField, type RecipeItem, recipeBody } from './RecipeField'

function Dish() {
  const form = useForm({ initialValues: { supply_items: [] as RecipeItem[] } })
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <FormContext value={{ form, fields: new Set() }}>
          <form>
            <RecipeField label="Receta" />
          </form>
        </FormContext>
      </MantineProvider>
    </QueryClientProvider>
  )
}

const here = () => document.activeElement as HTMLInputElement
/** Returns the label of the focused field. */
const called = () => document.querySelector(`label[for="${here().id}"]`)?.textContent
const valuesOf = (label: RegExp) =>
  [...document.querySelectorAll<HTMLLabelElement>('label')]
    .filter((each) => label.test(each.textContent))
    .map((each) => (document.getElementById(each.htmlFor) as HTMLInputElement).value)
const write = (value: string) => act(async () => void fireEvent.change(here(), { target: { value } }))
/** Returns whether nobody handled the key: then it would save the form. */
const enter = () => act(async () => fireEvent.keyDown(here(), { key: 'Enter', code: 'Enter' }))

it('is written by the keyboard alone: item, quantity, and Enter for the next', {
  timeout: 30_000,
}, async () => {
  queryClient.setQueryDefaults(catalogKeys.all, { staleTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(stockKeys.allUnits, [
    { id: 1, magnitude_id: null, symbol: 'kg', equivalence: '1' },
    { id: 2, magnitude_id: 1, symbol: 'g', equivalence: '0.001' },
    { id: 3, magnitude_id: null, symbol: 'und', equivalence: '1' },
  ])
  queryClient.setQueryData(stockKeys.allSupplies, [
    { id: 5, name: 'Arroz', measurement_id: 1, measurement: 'kg', unit_cost: '4.00', status: 'ACTIVE' },
    { id: 6, name: 'Huevo', measurement_id: 3, measurement: 'und', unit_cost: '0.60', status: 'ACTIVE' },
  ])
  render(<Dish />)
  await act(async () => fireEvent.click(screen.getByText('Agregar insumo')))
  await write('arr')
  await enter()
  expect(called()).toBe('Cantidad')
  await write('250')
  expect(await enter()).toBe(false)
  expect(called()).toBe('Insumo 2')
  await write('hue')
  await enter()
  await write('2')
  // The kitchen's weighing unit is chosen already; a counted item keeps its own.
  expect(valuesOf(/^Unidad/)).toEqual(['g', ''])
  expect(document.querySelector('[role=status]')?.textContent).toContain('S/\u00a02.20')
  await enter()
  expect(valuesOf(/^Insumo/)).toEqual(['Arroz', 'Huevo', ''])
  // Behind an empty row no other begins, and no half recipe is saved.
  expect(await enter()).toBe(false)
  expect(valuesOf(/^Insumo/)).toHaveLength(3)
  // The row that Enter opened last costs nothing.
  expect(document.querySelector('[role=status]')?.textContent).toContain('S/\u00a02.20')
})

it('sends no last row in which nothing was said', () => {
  const said = { supply_id: 5, quantity: '250', measurement_id: 2 }
  const none = { supply_id: null, quantity: '', measurement_id: null }
  expect(recipeBody([said, none])).toEqual([said])
  expect(recipeBody([none, said])).toEqual([{ supply_id: 0, quantity: '0', measurement_id: null }, said])
})
