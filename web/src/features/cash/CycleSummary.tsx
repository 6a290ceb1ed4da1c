import { IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CycleDetail } from '../../api/model'
import { amount, centimos, dateTime, money } from '../../ui/format'
import { type Kpi, KpiStrip } from '../../ui/KpiStrip'
import { Card } from '../../ui/OfficePage'
import { methodIcon } from '../../ui/paymentIcons'
import { CountHistory } from './CountHistory'
import c from './CycleSummary.module.css'
import { Difference, MethodDifferences } from './Difference'
import { DifferenceReason } from './DifferenceReason'
import { DifferenceTable } from './DifferenceTable'
import { ExpectedCashBreakdown } from './ExpectedCashBreakdown'
import { Movements } from './Movements'

/** Shows a cycle's result by method and by document, and the other movements of the drawer. */
export function CycleSummary({ detail }: { detail: CycleDetail }) {
  const count = detail.counts.at(-1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it
    <main className={c.page} tabIndex={0}>
      <KpiStrip items={useFigures(detail)} />
      <DifferenceReason cycle={detail.cycle} closing={detail.closing} />
      <div className={c.columns}>
        <div className={c.column}>
          {count ? (
            <DifferenceTable count={count} made={<ExpectedCashBreakdown cash={detail.cash} />} />
          ) : (
            <Methods detail={detail} />
          )}
          <CountHistory counts={detail.counts} />
          <Documents detail={detail} />
          <Refunds detail={detail} />
          <Collections detail={detail} />
        </div>
        <Movements cycle={detail.cycle} movements={detail.movements} />
      </div>
    </main>
  )
}

function useFigures({ cycle, cash, movements, sales_by_document: documents }: CycleDetail): Kpi[] {
  const { t } = useTranslation()
  const opened = {
    label: t('cash.openAmount'),
    value: money(centimos(cycle.open_amount)),
    note: cycle.turn_name,
  }
  if (cycle.status === 'OPEN') {
    return [
      opened,
      {
        label: t('cash.expectedCash'),
        value: cash ? money(centimos(cash.expected)) : '—',
        note: cash ? undefined : t('cash.afterCount'),
      },
      { label: t('cash.documentsIssued'), value: String(documents.reduce((sum, row) => sum + row.count, 0)) },
      { label: t('cash.movements'), value: String(movements.length) },
    ]
  }
  return [
    opened,
    { label: t('cash.closeAmount'), value: money(centimos(cycle.close_amount)) },
    {
      label: t('cash.difference'),
      value: money(centimos(cycle.difference)),
      shown: <Difference value={centimos(cycle.difference)} />,
      note: <MethodDifferences of={cycle.count?.differences ?? {}} />,
    },
    {
      label: t('cash.closedAt'),
      value: cycle.closed_at ? dateTime(cycle.closed_at) : '—',
      note: cycle.user_name,
    },
  ]
}

/** Lists the methods before a count, with their figures for those who may see them. */
function Methods({ detail }: { detail: CycleDetail }) {
  const { t } = useTranslation()
  const shown = detail.methods.some((method) => method.expected !== undefined && method.expected !== null)
  return (
    <Card padded label={t('cash.byMethod')}>
      <h2 className={c.title}>{t('cash.byMethod')}</h2>
      {shown ? null : (
        <p className={c.blind}>
          <IconEyeOff size={20} stroke={1.8} aria-hidden="true" />
          {t('cash.blind')}
        </p>
      )}
      <ul className={c.list}>
        {detail.methods.map((method) => {
          const Glyph = methodIcon(method)
          return (
            <li key={method.payment_option_id}>
              <span>
                <Glyph size={20} stroke={1.8} aria-hidden="true" />
                {method.name}
              </span>
              <b>{shown ? amount(centimos(method.expected)) : t('cash.toCount')}</b>
            </li>
          )
        })}
      </ul>
      <ExpectedCashBreakdown cash={detail.cash} />
    </Card>
  )
}

function Documents({ detail }: { detail: CycleDetail }) {
  const { t } = useTranslation()
  return (
    <Card padded label={t('cash.documents')}>
      <h2 className={c.title}>{t('cash.documents')}</h2>
      {detail.sales_by_document.length === 0 ? <p className={c.none}>{t('cash.noDocuments')}</p> : null}
      <ul className={c.list}>
        {detail.sales_by_document.map((row) => (
          <li key={row.name}>
            <span>{row.name}</span>
            <span className={c.count}>{t('cash.documentCount', { count: row.count })}</span>
            {row.total === undefined || row.total === null ? null : <b>{amount(centimos(row.total))}</b>}
          </li>
        ))}
        {centimos(detail.tips) === 0 ? null : (
          <li>
            <span>{t('cash.tips')}</span>
            <span className={c.count}>{t('cash.tipsText')}</span>
            <b>{amount(centimos(detail.tips))}</b>
          </li>
        )}
        {centimos(detail.sold_on_credit) === 0 ? null : (
          <li>
            <span>{t('cash.onCredit')}</span>
            <span className={c.count}>{t('cash.onCreditText')}</span>
            <b>{amount(centimos(detail.sold_on_credit))}</b>
          </li>
        )}
      </ul>
    </Card>
  )
}

/** Lists the money collected for sales on credit of any day: it is no sale of this cycle. */
function Collections({ detail }: { detail: CycleDetail }) {
  const { t } = useTranslation()
  if (detail.collections.length === 0) return null
  return (
    <Card padded label={t('cash.collections')}>
      <h2 className={c.title}>{t('cash.collections')}</h2>
      <ul className={c.list}>
        {detail.collections.map((row) => (
          <li key={row.id}>
            <span>
              {row.full_number} · {row.name} · {row.client_name}
            </span>
            <b>{amount(centimos(row.amount) - centimos(row.rounding))}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Lists the money that left this cycle for voided documents, whichever cycle had collected it. */
function Refunds({ detail }: { detail: CycleDetail }) {
  const { t } = useTranslation()
  if (detail.refunds.length === 0) return null
  return (
    <Card padded label={t('cash.refunds')}>
      <h2 className={c.title}>{t('cash.refunds')}</h2>
      <ul className={c.list}>
        {detail.refunds.map((row) => (
          <li key={row.id}>
            <span>{[row.document, entriesText(row.entries), row.reason].filter(Boolean).join(' · ')}</span>
            <b>{amount(-centimos(row.total) - centimos(row.rounding))}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/* Returns the ways of paying; with several, each has its amount: only the cash left the drawer. */
const entriesText = (entries: CycleDetail['refunds'][number]['entries']) =>
  entries.length > 1
    ? entries.map((entry) => `${entry.name} ${amount(centimos(entry.amount))}`).join(', ')
    : (entries[0]?.name ?? '')
