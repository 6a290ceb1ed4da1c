import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plain } from '../../../ui/figures'
import { amount, centimos } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import top from '../dashboard/TopProducts.module.css'
import c from './Books.module.css'
import { useTopProducts } from './queries'

const few = 7

/** Lists the products that sell best this month: the first seven, and all fifteen on demand. */
export function TopList() {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const found = useTopProducts()
  const rows = found.data ?? []
  const shown = all ? rows : rows.slice(0, few)
  const most = Math.max(1, ...rows.map((row) => centimos(row.total)))
  return (
    <Card padded label={t('books.top')}>
      <header className={c.head}>
        <div>
          <h2 className={top.title}>{t('books.top')}</h2>
          <p className={top.text}>
            {found.isSuccess && rows.length === 0
              ? t('books.topNone')
              : t('books.topText', { shown: shown.length, all: rows.length })}
          </p>
        </div>
        {rows.length > few ? (
          <button type="button" className={c.more} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('books.topFew') : t('books.topAll', { all: rows.length })}
          </button>
        ) : null}
      </header>
      {found.data ? (
        <ol className={top.list}>
          {shown.map((row, at) => (
            <li key={row.product_id}>
              <span className={top.rank}>{at + 1}</span>
              <span className={top.name}>{row.name}</span>
              <span className={top.bar} aria-hidden="true">
                <i style={{ width: `${(Math.max(0, centimos(row.total)) / most) * 100}%` }} />
              </span>
              <span className={top.value}>
                {plain(row.quantity)}
                <span className="sr"> {t('dashboard.units')}</span>
              </span>
              <b>{amount(centimos(row.total))}</b>
            </li>
          ))}
        </ol>
      ) : found.isError ? (
        <Failed title={t('books.failed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label={t('books.top')} rows={few} height={32} />
      )}
    </Card>
  )
}
