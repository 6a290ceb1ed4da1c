import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { centimos, money } from '../../ui/format'
import c from './RefundDialog.module.css'
import type { useRefundState } from './useRefundState'

/** Says exactly what will be given back by which method, and what happens to the document. */
export function RefundSummary(props: { work: ReturnType<typeof useRefundState>; document: string }) {
  const { t } = useTranslation()
  const { quote, quoteError, cash, inCash, setInCash } = props.work
  const entries = (quote?.entries ?? []).map((entry) => ({
    name: entry.is_credit ? t('refunds.offDebt') : entry.name,
    amount: centimos(entry.amount),
    stays: entry.is_credit,
  }))
  const inMoney = entries.filter((entry) => !entry.stays)
  const shown =
    inCash && cash
      ? [
          ...entries.filter((entry) => entry.stays),
          { name: cash.name, amount: inMoney.reduce((sum, entry) => sum + entry.amount, 0) },
        ]
      : entries
  return (
    <>
      {quote ? (
        <div className={c.summary}>
          <span>{t('refunds.gives')}</span>
          <ul>
            {shown.map((entry) => (
              <li key={entry.name}>
                {entry.name} <b>{money(entry.amount)}</b>
              </li>
            ))}
          </ul>
          <small>
            {quote.document_stays
              ? t('refunds.credits', {
                  document: props.document,
                  amount: money(centimos(quote.off_document)),
                })
              : t('refunds.voids', { document: props.document })}
            {centimos(quote.rest_total) > 0 && !quote.document_stays
              ? ` ${t('refunds.rest', { amount: money(centimos(quote.rest_total)) })}`
              : ''}
          </small>
        </div>
      ) : null}
      {props.work.unbalanced ? (
        <p className={c.warning} role="alert">
          <IconAlertTriangle size={18} aria-hidden="true" />
          {t('refunds.unbalanced')}
        </p>
      ) : null}
      {quoteError ? <p className={c.error}>{errorText(quoteError)}</p> : null}
      {cash ? (
        <label className={c.cash}>
          <input type="checkbox" checked={inCash} onChange={(event) => setInCash(event.target.checked)} />
          {t('refunds.inCash', { name: cash.name })}
        </label>
      ) : null}
    </>
  )
}
