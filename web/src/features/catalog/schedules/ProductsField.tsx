import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get, list } from '../../../api/client'
import type { SaleProduct } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { useField } from '../../../ui/form/context'
import { MoneyField } from '../../../ui/form/fields'
import { type Option, RemoteSelectField } from '../../../ui/form/SelectField'
import { amount, priceCentimos } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import c from './Schedules.module.css'
import type { ScheduleItem } from './scheduleForm'

async function searchProducts(term: string, signal: AbortSignal): Promise<Option<number>[]> {
  const found = await list('/products', { term, sort: 'name', per_page: 20 }, signal)
  return found.rows.map(({ id, name }) => ({ value: id, label: name }))
}

/** Asks for the products of a schedule, each with an optional price of its own; one with variants has one for each. */
export function ProductsField() {
  const { t } = useTranslation()
  const { value: items, error, set } = useField<ScheduleItem[]>('products')
  const sale = useQuery({
    queryKey: catalogKeys.sale,
    queryFn: ({ signal }) => get('/catalog/sale', undefined, signal),
  }).data
  const next = Math.max(0, ...items.map((item) => item.row)) + 1
  return (
    <section className={c.products} aria-label={t('schedules.products')}>
      {items.map((item, at) => (
        <div key={item.row} className={c.product}>
          <div className={c.pick}>
            <RemoteSelectField
              name={`products.${at}.product_id`}
              label={t('schedules.product', { number: at + 1 })}
              queryKey={catalogKeys.scheduled}
              search={searchProducts}
              chosen={item.product_id === null ? null : { value: item.product_id, label: item.name ?? '' }}
            />
            <IconButton
              label={t('schedules.removeProduct', { number: at + 1 })}
              onClick={() => set(items.filter((_, other) => other !== at))}
            >
              <IconTrash size={20} stroke={1.8} aria-hidden="true" />
            </IconButton>
          </div>
          <Prices at={at} product={sale?.products.find((each) => each.id === item.product_id)} />
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
        onClick={() => set([...items, { row: next, product_id: null, price: '', variants: {} }])}
      >
        {t('schedules.addProduct')}
      </Button>
    </section>
  )
}

function Prices({ at, product }: { at: number; product: SaleProduct | undefined }) {
  const { t } = useTranslation()
  const regular = priceCentimos(product?.sale_amount)
  if (!product?.has_variants || product.variants.length === 0) {
    const usual = product ? amount(regular) : undefined
    return (
      <MoneyField
        name={`products.${at}.price`}
        label={t('schedules.ownPrice')}
        placeholder={usual}
        decimals={3}
      />
    )
  }
  return (
    <div className={c.variants}>
      {product.variants.map((variant) => (
        <MoneyField
          key={variant.id}
          name={`products.${at}.variants.${variant.id}`}
          label={t('schedules.variantPrice', { name: variant.name })}
          placeholder={amount(regular + priceCentimos(variant.additional_amount))}
          decimals={3}
        />
      ))}
    </div>
  )
}
