import { Pagination } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refund } from '../../../api/model'
import { useRefunds } from '../../../data/payments/refunds'
import { amount, centimos, dateTime, money, quantity } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { SearchField } from '../../../ui/SearchField'
import collect from '../../../widgets/documents/DocumentCards.module.css'
import c from '../../../widgets/documents/DocumentsTab.module.css'

/** Lists the refunds, the latest first: amount, document, user and reason. */
export default function RefundsTab() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const found = useRefunds({ term: useDeferredValue(text.trim()), page })
  return (
    <div className={collect.page}>
      <SearchField
        label={t('refundList.search')}
        value={text}
        onChange={(value) => {
          setText(value)
          setPage(1)
        }}
      />
      {found.error && !found.data ? (
        <Failed title={t('refundList.failed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Loading label={t('refundList.title')} rows={6} height={72} />
      ) : found.data.rows.length === 0 ? (
        <Empty
          title={t(text ? 'refundList.noMatch' : 'refundList.none')}
          text={text ? undefined : t('refundList.noneText')}
        />
      ) : (
        <ul className={collect.list}>
          {found.data.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      {found.data && found.data.total_pages > 1 ? (
        <Pagination
          total={found.data.total_pages}
          value={page}
          size="lg"
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': t(`list.${control}`) })}
        />
      ) : null}
    </div>
  )
}

function Row({ row }: { row: Refund }) {
  const { t } = useTranslation()
  const by = row.approver_name
    ? t('refundList.byWith', { name: row.user_name, approver: row.approver_name })
    : row.user_name
  return (
    <li className={c.row}>
      <IconReceiptRefund size={24} stroke={1.8} aria-hidden="true" />
      <span className={c.text}>
        <b>{row.document}</b>
        <span>{[dateTime(row.created_at), row.cashbox_name, by].join(' · ')}</span>
        <span>{row.reason}</span>
        {row.lines.length > 0 ? (
          <span>
            {row.lines
              .map((line) =>
                Number(line.quantity) > 0
                  ? `${quantity(line.quantity)} ${line.name}`
                  : t('refundList.discount', { name: line.name }),
              )
              .join(', ')}
          </span>
        ) : null}
        <span>
          {row.entries.map((entry) => `${entry.name} ${amount(centimos(entry.amount))}`).join(' · ')}
          {row.outcome === 'REOPEN' ? ` · ${t('refundList.reopened')}` : ''}
        </span>
      </span>
      <b className={c.total}>{money(centimos(row.total))}</b>
    </li>
  )
}
