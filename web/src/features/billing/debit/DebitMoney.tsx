import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import { centimos, money } from '../../../ui/format'
import { methodIcon } from '../../../ui/paymentIcons'
import { Question } from '../../../ui/Question'
import tiles from '../../../widgets/credit/CollectDialog.module.css'
import c from '../change/ChangeDialog.module.css'
import own from './DebitDialog.module.css'
import type { DebitState } from './useDebitState'

/** Asks how it is paid, and shows what the note will say. */
export function DebitMoney({ work }: { work: DebitState }) {
  const { t } = useTranslation()
  const { method, figures } = work
  const shown = [
    ['taxable', figures?.taxable],
    ['exonerated', figures?.exonerated],
    ['unaffected', figures?.unaffected],
  ] as const
  return (
    <aside className={c.side}>
      <Question title={t('debit.money')}>
        <div className={own.ways}>
          <div className={tiles.methods} role="radiogroup" aria-label={t('debit.money')}>
            {work.methods.map((option) => {
              const Glyph = methodIcon(option)
              return (
                // biome-ignore lint/a11y/useSemanticElements: big keys, not the small circle of a radio
                <button
                  key={option.id}
                  type="button"
                  role="radio"
                  aria-checked={option.id === method?.id}
                  onClick={() => work.setMethod(option.id)}
                >
                  <Glyph size={22} stroke={1.8} aria-hidden="true" />
                  {option.name}
                </button>
              )
            })}
          </div>
        </div>
      </Question>
      {method && !method.is_cash && !work.owes ? (
        <TextInput
          label={t('payments.operation')}
          withAsterisk={method.asks_operation_number}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          value={work.operation}
          onChange={(event) => work.setOperation(event.currentTarget.value)}
        />
      ) : null}
      <div className={c.sum}>
        {work.quoteError ? <p className={c.error}>{errorText(work.quoteError)}</p> : null}
        <p>
          <span>{t(work.owes ? 'debit.owed' : 'debit.collected')}</span>
          <b>{money(work.amount)}</b>
        </p>
        {figures ? (
          <small>
            {[
              ...shown
                .filter(([, value]) => centimos(value ?? '0') !== 0)
                .map(([name, value]) =>
                  t(`documentSheet.${name}`, { amount: money(centimos(value ?? '0')) }),
                ),
              t('documentSheet.igv', {
                percent: Number(figures.igv_percent),
                amount: money(centimos(figures.igv)),
              }),
            ].join(' · ')}
            <br />
            {t('debit.words', { words: figures.total_in_words })}
          </small>
        ) : null}
      </div>
    </aside>
  )
}
