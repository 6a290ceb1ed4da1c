import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { list, write } from '../../../api/client'
import { catalogKeys } from '../../../data/catalog/keys'
import { settingsKeys } from '../../../data/settings/keys'
import { MoneyField, QuantityField } from '../../../ui/form/fields'
import { Loading } from '../../../ui/LoadState'
import c from './FirstUse.module.css'
import { StepForm } from './StepForm'

/** This many fit on a screen; a longer list is brought as a file. */
const mostRows = 12

interface Countable {
  id: number
  name: string
}

/** Asks for the stock of the first products; those left empty are not counted. */
export function StockStep() {
  const { t } = useTranslation()
  const products = useQuery({
    queryKey: catalogKeys.countable,
    queryFn: async ({ signal }) => (await list('/products', { page: false }, signal)).rows,
  })
  if (!products.data) return <Loading label={t('firstUse.steps.STOCK.title')} rows={3} height={56} />
  // A cooked dish goes by its recipe, and stock that was counted before is not begun again.
  const countable = products.data
    .filter((product) => product.status === 'ACTIVE' && !product.is_combo && !product.has_supplies)
    .filter((product) => !product.has_stock || Number(product.stock_left) === 0)
    .slice(0, mostRows)
  return <Counting key={countable.map((product) => product.id).join()} products={countable} />
}

function Counting({ products }: { products: Countable[] }) {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  const later = () => setParams({}, { replace: true })
  return (
    <StepForm
      entity={{ name: t('firstUse.steps.STOCK.title'), done: t('firstUse.stock.done') }}
      start={{ items: products.map(({ id }) => ({ id, quantity: '', unit_price: '' })) }}
      save={({ items }, key) =>
        write('POST', '/stock/opening', key, {
          items: items.map(({ id, quantity, unit_price }) => ({
            item_type: 'PRODUCT' as const,
            item_id: id,
            quantity: quantity || null,
            unit_price: unit_price || null,
          })),
        })
      }
      stale={[catalogKeys.all, settingsKeys.firstUse]}
      action={t('firstUse.stock.save')}
      onSaved={later}
      more={
        <>
          <Button type="button" variant="default" size="lg" onClick={later}>
            {t('firstUse.stock.later')}
          </Button>
          <Button
            component={Link}
            to="/products?import=1"
            variant="default"
            size="lg"
            leftSection={<IconFileSpreadsheet size={20} stroke={1.8} aria-hidden="true" />}
          >
            {t('firstUse.stock.import')}
          </Button>
        </>
      }
    >
      <p className={c.note}>{t(products.length > 0 ? 'firstUse.stock.text' : 'firstUse.stock.none')}</p>
      {products.length > 0 ? (
        <ul className={c.goods}>
          {products.map(({ id, name }, at) => (
            <li key={id}>
              <b>{name}</b>
              <QuantityField
                name={`items.${at}.quantity`}
                label={t('firstUse.stock.quantity', { name })}
                placeholder={t('firstUse.stock.quantityShort')}
                bare
              />
              <MoneyField
                name={`items.${at}.unit_price`}
                label={t('firstUse.stock.cost', { name })}
                placeholder={t('firstUse.stock.costShort')}
                decimals={6}
                bare
              />
            </li>
          ))}
        </ul>
      ) : null}
    </StepForm>
  )
}
