import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { searchKey } from '../format'

/** Returns the options whose label holds the typed text, in any case and with or without accents. */
export const optionFilter: OptionsFilter = ({ options, search }) => {
  const key = searchKey(search)
  const fits = (option: ComboboxItem) => searchKey(option.label).includes(key)
  return options.flatMap((option): ComboboxParsedItem[] => {
    if ('value' in option) return fits(option) ? [option] : []
    return [{ ...option, items: option.items.filter(fits) }]
  })
}
