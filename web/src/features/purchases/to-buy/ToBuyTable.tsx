import { useTranslation } from 'react-i18next'
import type { ToBuyItem } from '../../../api/model'
import { useHouse } from '../../../session/house'
import { amount, centimos, dayText, quantity } from '../../../ui/format'
import { Digits } from '../create/Digits'
import { keyOf } from '../draft'
import { itemTotal, orderedOf, type TypedQuantities } from './order'
import c from './ToBuy.module.css'

interface Props {
  items: readonly ToBuyItem[]
  typed: TypedQuantities
  onType: (item: string, text: string) => void
}

/** Lists each item: stock, use, ordered quantity, and cost. */
export function ToBuyTable({ items, typed, onType }: Props) {
  const { t } = useTranslation()
  const symbol = useHouse((house) => house.currency_symbol)
  return (
    <table className={c.table}>
      <thead>
        <tr>
          <th scope="col">{t('toBuy.item')}</th>
          <th scope="col">{t('toBuy.have')}</th>
          <th scope="col">{t('toBuy.perDay')}</th>
          <th scope="col">{t('toBuy.order')}</th>
          <th scope="col" data-align="left">
            {t('toBuy.unit')}
          </th>
          <th scope="col">{t('toBuy.lastPrice', { symbol })}</th>
          <th scope="col">{t('toBuy.total', { symbol })}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const total = itemTotal(item, typed)
          const ordered = orderedOf(item, typed)
          return (
            <tr key={keyOf(item)} data-none={Number(ordered) === 0 || undefined}>
              <th scope="row">
                {item.name}
                <small>
                  {item.lasts_until
                    ? t('toBuy.lasts', { day: dayText(item.lasts_until) })
                    : t('toBuy.minimum', { quantity: quantity(item.min_stock), unit: item.measurement })}
                </small>
              </th>
              <td data-label={t('toBuy.have')}>{`${quantity(item.stock)} ${item.measurement}`}</td>
              <td data-label={t('toBuy.perDay')}>{`${quantity(item.used_per_day)} ${item.measurement}`}</td>
              <td data-cell="order">
                <Digits
                  bare
                  label={t('toBuy.orderOf', { item: item.name })}
                  value={ordered}
                  decimals={3}
                  onChange={(text) => onType(keyOf(item), text)}
                />
              </td>
              <td data-cell="unit">{item.buy_measurement}</td>
              <td data-label={t('toBuy.lastPrice', { symbol })}>
                {item.price == null ? '—' : amount(centimos(item.price))}
              </td>
              <td data-label={t('toBuy.total', { symbol })}>
                <b>{total == null || total === 0 ? '—' : amount(total)}</b>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
