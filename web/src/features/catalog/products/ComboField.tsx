import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { catalogKeys } from '../../../data/catalog/keys'
import { useField } from '../../../ui/form/context'
import { QuantityField } from '../../../ui/form/fields'
import { RemoteSelectField } from '../../../ui/form/SelectField'
import { useFocusNew } from '../../../ui/form/useFocusNew'
import { IconButton } from '../../../ui/IconButton'
import c from './Products.module.css'
import { searchDishes } from './queries'

/** A dish of a combo in the form. */
export interface ComboItem extends Record<string, unknown> {
  /** A number of the row, valid while the form is open: rows come and go. */
  row: number
  product_id: number | null
  quantity: string
  name?: string
}

/** Asks for the dishes of a combo, with how many of each. */
export function ComboField() {
  const { t } = useTranslation()
  const { value: items, error, set } = useField<ComboItem[]>('combo_items')
  const { area, adding } = useFocusNew<HTMLElement>(items.length)
  const next = Math.max(0, ...items.map((item) => item.row)) + 1
  return (
    <section ref={area} className={c.inset} aria-label={t('products.dishes')}>
      {items.map((item, at) => (
        <div key={item.row} className={c.dish} data-row>
          <RemoteSelectField
            name={`combo_items.${at}.product_id`}
            label={t('products.dish', { number: at + 1 })}
            queryKey={catalogKeys.dishes}
            search={searchDishes}
            chosen={item.product_id === null ? null : { value: item.product_id, label: item.name ?? '' }}
          />
          <QuantityField
            name={`combo_items.${at}.quantity`}
            label={t('products.dishQuantity')}
            decimals={0}
          />
          <IconButton
            label={t('products.removeDish', { number: at + 1 })}
            onClick={() => set(items.filter((_, other) => other !== at))}
          >
            <IconTrash size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {error ? (
        <p className={c.error} role="alert">
          {error}
        </p>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
        onClick={() => {
          adding()
          set([...items, { row: next, product_id: null, quantity: '1' }])
        }}
      >
        {t('products.addDish')}
      </Button>
    </section>
  )
}
