import { useTranslation } from 'react-i18next'
import type { SaleList } from '../../../api/model'
import { house } from '../../../session/house'
import { amount, centimos } from '../../../ui/format'
import c from './Monitor.module.css'

/** Shows the sum of the listed sales, and how they were paid. */
export function SaleFigures({ totals }: { totals: SaleList['totals'] }) {
  const { t } = useTranslation()
  return (
    <dl className={c.figures}>
      <div>
        <dt>{t('monitor.count', { count: totals.documents })}</dt>
        {totals.total === null || totals.total === undefined ? null : (
          <dd>
            <small>{house().currency_symbol}</small> <b>{amount(centimos(totals.total))}</b>
          </dd>
        )}
      </div>
      {totals.by_method?.map((method) => (
        <div key={method.name}>
          <dt>{method.name}</dt>
          <dd>{amount(centimos(method.total))}</dd>
        </div>
      ))}
    </dl>
  )
}
