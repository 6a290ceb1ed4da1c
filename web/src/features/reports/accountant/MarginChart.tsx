import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { AccountingMargin } from '../../../api/model'
import { number } from '../../../i18n/region'
import { amount, centimos } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { shareText } from '../parts/bars'
import { ChartCard } from '../parts/ChartCard'
import chart from '../parts/ChartCard.module.css'
import { LineChart } from '../parts/LineChart'
import { useMargins } from './queries'
import { marginPoints, marginTitle, salesReportPath } from './series'

/** Charts the margin of each month's sales over the cost of the dishes. */
export function MarginChart({ today }: { today: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const found = useMargins()
  if (!found.data)
    return (
      <Card padded label={t('books.margin.plain')}>
        {found.isError ? (
          <Failed title={t('books.failed')} error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Loading label={t('books.margin.plain')} rows={1} height={180} />
        )}
      </Card>
    )
  const points = marginPoints(found.data)
  const title = marginTitle(points, t)
  const known = points.some((point) => point.value !== null)
  const covered = found.data.at(-1)?.covered_percent ?? null
  return (
    <ChartCard
      title={title}
      text={[
        t('books.margin.text'),
        covered === null ? '' : t('books.margin.covered', { percent: shareText(covered) }),
      ]
        .filter(Boolean)
        .join(' ')}
      chart={
        known ? (
          <LineChart
            label={title}
            points={points}
            text={(value) => number(value, 1)}
            onOpen={(key) => void navigate(`${salesReportPath('months', key, today)}&by=PRODUCT`)}
          />
        ) : (
          <p>{t('books.margin.none')}</p>
        )
      }
      table={<MarginTable title={title} rows={found.data} names={points.map((point) => point.fullName)} />}
    />
  )
}

function MarginTable({ title, rows, names }: { title: string; rows: AccountingMargin[]; names: string[] }) {
  const { t } = useTranslation()
  return (
    <table className={chart.table}>
      <caption className="sr">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('books.what.months')}</th>
          <th scope="col">{t('books.margin.net')}</th>
          <th scope="col">{t('books.margin.left')}</th>
          <th scope="col">{t('books.margin.percent')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.month}>
            <th scope="row">{names[at]}</th>
            <td>{amount(centimos(row.net))}</td>
            <td>{row.margin_percent === null ? '—' : amount(centimos(row.margin))}</td>
            <td>{shareText(row.margin_percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
