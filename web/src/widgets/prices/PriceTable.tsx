import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PaidPrice } from '../../api/model'
import { plain, unitCost } from '../../ui/figures'
import { dayText } from '../../ui/format'
import c from './Prices.module.css'

/** Lists each purchase: the provider, the unit bought, and the cost of one of the item's own unit. */
export function PriceTable({ rows, unit, label }: { rows: PaidPrice[]; unit: string; label: string }) {
  const { t } = useTranslation()
  return (
    <table className={c.table}>
      <caption className="sr">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t('prices.purchase')}</th>
          <th scope="col">{t('prices.each', { unit })}</th>
          <th scope="col">{t('prices.change')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={`${row.purchase_id}-${at}`}>
            <th scope="row">
              <Link to={`/purchase/detail/${row.purchase_id}`}>{row.provider_name}</Link>
              <small>
                {[
                  dayText(row.date),
                  row.full_number,
                  t(row.measurement === unit ? 'prices.boughtPlain' : 'prices.bought', {
                    quantity: plain(row.quantity),
                    unit: row.measurement,
                    price: unitCost(row.buy_price),
                  }),
                ].join(' · ')}
              </small>
            </th>
            <td>
              <b>{unitCost(row.base_price)}</b>
            </td>
            <td>
              <Change percent={row.change_percent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows the change against the purchase before; people look for a rise, so only that has a colour. */
function Change({ percent }: { percent: PaidPrice['change_percent'] }) {
  const { t } = useTranslation()
  const change = Math.round(Number(percent ?? 0))
  if (percent == null || change === 0) return <span className={c.quiet}>—</span>
  return change > 0 ? (
    <span className={c.rose}>{t('prices.up', { percent: change })}</span>
  ) : (
    t('prices.down', { percent: -change })
  )
}
