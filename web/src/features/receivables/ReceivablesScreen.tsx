import { Pagination, Switch } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconClock, IconReceipt2 } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Debtor } from '../../api/model'
import { useDebtors } from '../../data/receivables/queries'
import { centimos, dayText, money } from '../../ui/format'
import { KpiStrip } from '../../ui/KpiStrip'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { Card, OfficePage } from '../../ui/OfficePage'
import { SearchField } from '../../ui/SearchField'
import { StatePill } from '../../ui/StatePill'
import { DebtDrawer } from '../../widgets/credit/DebtDrawer'
import c from './ReceivablesScreen.module.css'

/** Lists the clients who owe, how much and since when; their debts are collected here. */
export default function ReceivablesScreen() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [overdue, setOverdue] = useState(false)
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<Debtor | null>(null)
  const term = useDeferredValue(text.trim())
  const found = useDebtors({ term, overdue, page })
  const narrow = <T,>(set: (value: T) => void, value: T) => {
    set(value)
    setPage(1)
  }
  const narrowed = term !== '' || overdue
  const totals = found.data?.totals
  return (
    <OfficePage title={t('receivables.title')} summary={t('receivables.summary')}>
      {totals ? <Totals totals={totals} /> : null}
      <Card padded label={t('receivables.title')}>
        <div className={c.head}>
          <SearchField
            label={t('parties.search')}
            value={text}
            onChange={(value) => narrow(setText, value)}
          />
          <Switch
            size="md"
            label={t('receivables.onlyOverdue')}
            checked={overdue}
            onChange={(event) => narrow(setOverdue, event.currentTarget.checked)}
          />
        </div>
        {found.error && !found.data ? (
          <Failed title={t('receivables.failed')} error={found.error} onRetry={() => void found.refetch()} />
        ) : !found.data ? (
          <Loading label={t('receivables.title')} rows={6} height={72} />
        ) : found.data.rows.length === 0 ? (
          <Empty
            title={t(narrowed ? 'receivables.noMatch' : 'receivables.none')}
            text={narrowed ? undefined : t('receivables.noneText')}
          />
        ) : (
          <ul className={c.list}>
            {found.data.rows.map((row) => (
              <Row key={row.client_id} row={row} onOpen={() => setOpened(row)} />
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
      </Card>
      {opened ? (
        <DebtDrawer
          client={{ id: opened.client_id, name: opened.client_name, document: documentOf(opened) }}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </OfficePage>
  )
}

function Totals({ totals }: { totals: NonNullable<ReturnType<typeof useDebtors>['data']>['totals'] }) {
  const { t } = useTranslation()
  return (
    <KpiStrip
      items={[
        { label: t('receivables.due'), value: money(centimos(totals.due)) },
        {
          label: t('receivables.overdue'),
          value: money(centimos(totals.overdue)),
          shown: (
            <span className={c.overdue} data-bad={centimos(totals.overdue) > 0 || undefined}>
              {money(centimos(totals.overdue))}
            </span>
          ),
        },
        { label: t('receivables.debtors'), value: String(totals.clients) },
      ]}
    />
  )
}

const documentOf = (row: Debtor) => [row.document_type, row.document_number].filter(Boolean).join(' ')

function Row({ row, onOpen }: { row: Debtor; onOpen: () => void }) {
  const { t } = useTranslation()
  const overdue = centimos(row.overdue)
  const day = row.next_due_on ? dayText(row.next_due_on) : ''
  return (
    <li>
      <button type="button" className={c.row} onClick={onOpen}>
        <IconReceipt2 size={24} stroke={1.8} aria-hidden="true" />
        <span className={c.text}>
          <b>{row.client_name}</b>
          <span>
            {[documentOf(row), row.phone, t('receivables.sales', { count: row.sales })]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className={c.state}>
          {overdue > 0 ? (
            <StatePill
              tone="bad"
              icon={IconAlertTriangle}
              label={t('receivables.overdueSince', { amount: money(overdue), day })}
            />
          ) : (
            <StatePill tone="quiet" icon={IconClock} label={t('receivables.dueOn', { day })} />
          )}
        </span>
        <b className={c.due}>{money(centimos(row.due))}</b>
        <IconChevronRight size={20} aria-hidden="true" />
      </button>
    </li>
  )
}
