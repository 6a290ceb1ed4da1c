import { IconBan, IconFileText, IconPrinter, IconReceiptRefund } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SoldDocument } from '../../../api/model'
import { usePrintAgain } from '../../../data/payments/queries'
import { amount, centimos, clock, date } from '../../../ui/format'
import { popItem } from '../../../ui/PopMenu'
import { RowMenu } from '../../../ui/RowMenu'
import { StatePill } from '../../../ui/StatePill'
import { TaxPill } from '../../../widgets/documents/TaxPill'
import { type TaxState, taxStates } from '../../../widgets/documents/taxState'
import figures from '../../../widgets/figures/Figures.module.css'
import look from '../movements/Movements.module.css'

interface Props {
  rows: SoldDocument[]
  /** True when all sales are of one day, so that the time is enough. */
  oneDay: boolean
  stale: boolean
  opened: number | null
  onOpen: (billing: number) => void
  onVoid: (sale: SoldDocument) => void
}

/** Lists the sales; a voided one stays, struck through. */
export function SaleTable({ rows, stale, ...each }: Props) {
  const { t } = useTranslation()
  return (
    <table className={`${figures.table} ${look.table}`} data-stale={stale || undefined}>
      <caption className="sr">{t('monitor.sales')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('movementList.time')}</th>
          <th scope="col">{t('monitor.document')}</th>
          <th scope="col" data-from="wide">
            {t('salesReport.filters.channel')}
          </th>
          <th scope="col">{t('cash.status')}</th>
          <th scope="col" data-align="right">
            {t('salesReport.total')}
          </th>
          <th scope="col">
            <span className="sr">{t('lists.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={`${row.is_note}:${row.billing_id}:${row.payment_id}`} row={row} {...each} />
        ))}
      </tbody>
    </table>
  )
}

type LineProps = Omit<Props, 'rows' | 'stale'> & { row: SoldDocument }

function Line({ row, oneDay, opened, onOpen, onVoid }: LineProps) {
  const { t } = useTranslation()
  // Where the till has no printer, the document is shown instead.
  const again = usePrintAgain(() => onOpen(row.billing_id))
  const where =
    row.channel === 'TABLE' && row.table_name ? row.table_name : t(`salesReport.channels.${row.channel}`)
  return (
    <tr data-rejected={row.voided || undefined} data-open={row.billing_id === opened || undefined}>
      <td data-label={t('movementList.time')}>
        {clock(row.issued_at)}
        {oneDay ? null : <small>{date(row.issued_at)}</small>}
      </td>
      <th scope="row">
        {row.full_number}
        <small>{row.client_name}</small>
      </th>
      <td data-from="wide" data-label={t('salesReport.filters.channel')}>
        {where}
        <small>{row.methods}</small>
      </td>
      <td data-label={t('cash.status')}>
        <State row={row} />
      </td>
      <td data-align="right" data-label={row.methods || t('salesReport.total')}>
        <b>{amount(centimos(row.total))}</b>
      </td>
      <td className={look.menu}>
        <RowMenu label={t('lists.actionsOf', { name: row.full_number })}>
          <button type="button" className={popItem} onClick={() => onOpen(row.billing_id)}>
            <IconFileText size={20} stroke={1.8} aria-hidden="true" />
            {t('monitor.see')}
          </button>
          {row.is_note ? null : (
            <button
              type="button"
              className={popItem}
              disabled={again.isPending}
              onClick={() => again.mutate(row.payment_id)}
            >
              <IconPrinter size={20} stroke={1.8} aria-hidden="true" />
              {t('monitor.printAgain')}
            </button>
          )}
          {!row.voided && !row.is_note ? (
            <button type="button" className={popItem} onClick={() => onVoid(row)}>
              <IconBan size={20} stroke={1.8} aria-hidden="true" />
              {t('monitor.void')}
            </button>
          ) : null}
        </RowMenu>
      </td>
    </tr>
  )
}

const isTaxState = (state: string): state is TaxState => Object.hasOwn(taxStates, state)

function State({ row }: { row: SoldDocument }) {
  const { t } = useTranslation()
  if (row.is_note)
    return <StatePill tone="quiet" icon={IconReceiptRefund} label={t('salesReport.sold.note')} />
  if (row.voided) return <StatePill tone="bad" icon={IconBan} label={t('monitor.voided')} />
  return isTaxState(row.state) ? <TaxPill state={row.state} /> : row.state
}
