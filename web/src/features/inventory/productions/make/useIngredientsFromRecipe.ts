import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useField } from '../../../../ui/form/context'
import { quoteQuery } from '../queries'
import { mergeQuote, type UsedLine } from './produceForm'

const typingMs = 250

/** Reads what the recipe takes for the quantity that is typed, and overwrites the form's ingredients with it. */
export function useIngredientsFromRecipe() {
  const { value: supply_id } = useField<number | null>('supply_id')
  const { value: measurement_id } = useField<number | null>('measurement_id')
  const { value: typed } = useField<string>('quantity')
  const { value: items, set } = useField<UsedLine[]>('items')
  const { value: leftOut } = useField<number[]>('left_out')
  const [quantity] = useDebouncedValue(typed, typingMs)
  const found = useQuery({
    ...quoteQuery({ supply_id: supply_id ?? 0, quantity, measurement_id }),
    enabled: supply_id !== null && Number(quantity) > 0,
    // The answer before is kept only for the same supply: the ingredients of another one are not its own.
    placeholderData: (before) => (before?.supply_id === supply_id ? before : undefined),
    retry: false,
  })
  const quote = found.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed meanwhile is no new quote
  useEffect(() => {
    if (quote) set(mergeQuote(items, quote, leftOut))
  }, [quote])
  return found
}

/** The reading of the recipe, with its error while there is one. */
export type IngredientsFromRecipe = ReturnType<typeof useIngredientsFromRecipe>
