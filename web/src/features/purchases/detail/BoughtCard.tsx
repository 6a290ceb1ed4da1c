import { IconChartLine } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Purchase, PurchaseItem } from '../../../api/model'
import { mayOpen } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { amount, centimos, priceCentimos, quantity } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { Card } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { PriceHistory, pricesOf } from '../../../widgets/prices/PriceHistory'
import { keyOf } from '../draft'
import c from './Purchase.module.css'

/** Lists the lines of the purchase, each with its cost in stock. */
export function BoughtCard({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation()
  return (
    <Card label={t('purchases.items')}>
      <div className={c.linesHead} aria-hidden="true">
        <span>{t('purchases.item')}</span>
        <span>{t('purchases.quantity')}</span>
        <span>{t('purchases.price')}</span>
        <span>{t('purchases.totalIn')}</span>
        <span />
      </div>
      <ul className={c.lines} aria-label={t('purchases.items')}>
        {purchase.items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
      <PriceHistory
        known={(asked) => namedIn(purchase, keyOf({ item_type: asked.type, item_id: asked.id }))}
      />
    </Card>
  )
}

function namedIn(purchase: Purchase, key: string) {
  const item = purchase.items.find((each) => keyOf(each) === key)
  return item && { name: item.name, unit: item.base_measurement }
}

function Line({ item }: { item: PurchaseItem }) {
  const { t } = useTranslation()
  const seesKardex = mayOpen(useUser(), '/inventory')
  const [, change] = useAddress()
  const other = item.measurement !== item.base_measurement
  return (
    <li>
      <span className={c.name}>
        {seesKardex && item.has_stock ? (
          <Link to={`/inventory/kardex?item=${keyOf(item)}`}>{item.name}</Link>
        ) : (
          <b>{item.name}</b>
        )}
        <small>
          {[
            other
              ? t('purchases.entered', {
                  quantity: quantity(item.base_quantity),
                  unit: item.base_measurement,
                })
              : '',
            t('purchases.costs', {
              cost: amount(priceCentimos(item.unit_cost)),
              unit: item.base_measurement,
            }),
            item.has_stock ? '' : t('purchases.notCounted'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <span className={c.quantity}>
        {quantity(item.quantity)} {item.measurement}
      </span>
      <span className={c.price}>{amount(priceCentimos(item.buy_price))}</span>
      <b className={c.total}>{amount(centimos(item.total_price))}</b>
      <IconButton
        label={t('prices.openOf', { name: item.name })}
        onClick={() => change(pricesOf({ type: item.item_type, id: item.item_id }))}
      >
        <IconChartLine size={20} stroke={1.8} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
