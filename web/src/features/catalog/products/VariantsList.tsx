import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { ProductVariant } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { MoneyField, StatusField } from '../../../ui/form/fields'
import { amount, priceCentimos } from '../../../ui/format'
import { ListScreen } from '../../../ui/list/ListScreen'
import { useStatusFilter } from '../../../ui/list/useStatusFilter'
import { useAttributes } from './queries'

/** Lists every combination that can be sold, of all products: what it adds to the price, and whether it is offered. */
export function VariantsList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  return (
    <ListScreen
      title={t('variants.title')}
      entity={{ name: t('variants.entity'), feminine: true }}
      tabs={tabs}
      path="/product-has-variant"
      queryKey={catalogKeys.variants}
      alsoStale={[catalogKeys.sale, catalogKeys.products]}
      name={(row) => row.product}
      nameLabel={t('variants.product')}
      nameSort="product"
      note={(row) => row.name}
      columns={[
        {
          key: 'additional_amount',
          label: t('variants.adds'),
          sortable: true,
          align: 'right',
          strong: true,
          value: (row) => `+ ${amount(priceCentimos(row.additional_amount))}`,
        },
      ]}
      filters={[useStatusFilter(true)]}
      search={t('variants.search')}
      summary={(count, _, active) => t('variants.summary', { count, active })}
      setStatus={(row, status, key) => write('PUT', `/product-has-variant/${row.id}`, key, { status })}
      remove={(row, key) => write('DELETE', `/product-has-variant/${row.id}`, key, {})}
      removeText={() => t('variants.removeText')}
      empty={{
        title: t('variants.emptyTitle'),
        text: t('variants.emptyText'),
        way: '',
        wayText: '',
      }}
      form={(row, close) => (row ? <VariantDrawer key={row.id} variant={row} onClose={close} /> : null)}
    />
  )
}

function VariantDrawer({ variant, onClose }: { variant: ProductVariant; onClose: () => void }) {
  const { t } = useTranslation()
  const attributes = useAttributes().data ?? []
  const named = (id: string) => {
    for (const attribute of attributes) {
      const option = attribute.options.find((each) => String(each.id) === id)
      if (option) return `${attribute.name}: ${option.name}`
    }
    return variant.name
  }
  return (
    <FormDrawer
      title={`${variant.product} · ${variant.name}`}
      entity={{ name: t('variants.entity'), feminine: true }}
      isNew={false}
      start={{ variants: variant.variants, status: variant.status }}
      save={(values, key) =>
        write('PUT', `/product-has-variant/${variant.id}`, key, {
          variants: Object.fromEntries(
            Object.entries(values.variants).map(([id, adds]) => [id, adds || '0']),
          ),
          status: values.status,
        })
      }
      nameOf={() => variant.name}
      stale={[catalogKeys.variants, catalogKeys.products, catalogKeys.sale]}
      onClose={onClose}
    >
      {Object.keys(variant.variants).map((id) => (
        <MoneyField
          key={id}
          name={`variants.${id}`}
          label={t('variants.addsOf', { option: named(id) })}
          decimals={3}
        />
      ))}
      <StatusField label={t('variants.active')} />
    </FormDrawer>
  )
}
