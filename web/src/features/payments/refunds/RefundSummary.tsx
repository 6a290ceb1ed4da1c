import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import { centimos, money } from '../../../ui/format'
import c from './RefundDialog.module.css'
import type { useRefundWork } from './useRefundWork'

/** What exactly will be given back by which method, and what happens to the document. */
export function RefundSummary(props: { work: ReturnType<typeof useRefundWork>; document: string }) {
  const { t } = useTranslation()
  const { quote, quoteError, cash, inCash, setInCash, out } = props.work
  const entries =
    inCash && cash
      ? [{ name: cash.name, amount: out }]
      : (quote?.entries.map((entry) => ({ name: entry.name, amount: centimos(entry.amount) })) ?? [])
  return (
    <>
      {quote ? (
        <div className={c.summary}>
          <span>{t('refunds.gives')}</span>
          <ul>
            {entries.map((entry) => (
              <li key={entry.name}>
                {entry.name} <b>{money(entry.amount)}</b>
              </li>
            ))}
          </ul>
          <small>
            {t('refunds.voids', { document: props.document })}
            {centimos(quote.rest_total) > 0
              ? ` ${t('refunds.rest', { amount: money(centimos(quote.rest_total)) })}`
              : ''}
          </small>
        </div>
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
