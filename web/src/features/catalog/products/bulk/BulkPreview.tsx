import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkReport } from '../../../../api/model'
import { amount, priceCentimos } from '../../../../ui/format'
import c from './Bulk.module.css'

type Change = BulkReport['lines'][number]['changes'][number]

/** Shows each product before and after; those that cannot be changed come first. */
export function BulkPreview({ report, stale }: { report: BulkReport; stale: boolean }) {
  const { t } = useTranslation()
  const wrong = report.lines.filter((line) => line.error != null)
  const changed = report.lines.filter((line) => line.changes.length > 0)
  return (
    <section className={c.preview} aria-label={t('bulk.preview')} data-stale={stale || undefined}>
      <p className={c.sum} role="status" data-bad={report.failed > 0 || undefined}>
        {report.failed > 0
          ? t('bulk.cannot', { count: report.failed })
          : `${t('bulk.sum', { count: report.changed })}${report.same > 0 ? ` ${t('bulk.same', { count: report.same })}` : ''}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <ul tabIndex={0} aria-label={t('bulk.preview')}>
        {wrong.map((line) => (
          <li key={line.product_id} data-bad>
            <span>{line.name}</span>
            <span>
              <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
              {line.error}
            </span>
          </li>
        ))}
        {changed.map((line) => (
          <li key={line.product_id}>
            <span>{line.name}</span>
            <span>
              {line.changes.map((change) => (
                <Was key={change.field} change={change} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Was({ change }: { change: Change }) {
  const { t } = useTranslation()
  const told = (text: string) => {
    if (text === '') return t('bulk.none')
    if (change.field === 'status') return t(`bulk.statuses.${text as 'ACTIVE'}`)
    return change.field === 'category' || change.field === 'production_area'
      ? text
      : amount(priceCentimos(text))
  }
  const which = change.field === 'delivery_price' || change.field === 'delivery_app_price'
  return (
    <span className={c.change}>
      {which ? <i>{t(`bulk.fields.${change.field as 'delivery_price'}`)}</i> : null}
      <s>{told(change.before)}</s> <span className="sr">{t('bulk.becomes')}</span>
      <b>{told(change.after)}</b>
    </span>
  )
}
