import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SalesReportRow } from '../../../api/model'
import { plain } from '../../../ui/figures'
import { amount, centimos } from '../../../ui/format'
import { shareText } from '../parts/bars'
import { PercentChange } from '../parts/PercentChange'
import type { SalesByGroup } from './SalesByGroupTable'
import c from './SalesTable.module.css'

/** Shows the rows on a phone: name and sales, and below the count and the share. */
export function CutCards({ columns, rows, sum, name, onOpen }: SalesByGroup) {
  const { t } = useTranslation()
  const many = (row: SalesReportRow) =>
    columns.includes('quantity')
      ? t('salesReport.units', { quantity: plain(row.sums.quantity) })
      : t('salesReport.documentCount', { count: row.sums.documents })
  const note = (row: SalesReportRow) =>
    [many(row), row.share_percent === null ? '' : shareText(row.share_percent)].filter(Boolean).join(' · ')
  return (
    <ul className={c.cards}>
      {rows.map((row) => (
        <li key={row.key}>
          <button type="button" onClick={() => onOpen(row.key)}>
            <b>{name(row)}</b>
            <b className={c.amount}>{amount(centimos(row.sums.total))}</b>
            <span>{note(row)}</span>
            <PercentChange percent={row.change_percent} />
            <IconChevronRight size={20} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li className={c.sum}>
        <b>{t('salesReport.total')}</b>
        <b className={c.amount}>{amount(centimos(sum.sums.total))}</b>
        <span>{many(sum)}</span>
        <PercentChange percent={sum.change_percent} />
      </li>
    </ul>
  )
}
