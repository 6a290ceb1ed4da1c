import { Button } from '@mantine/core'
import { IconCalendarPlus, IconEqual, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  amountsOf,
  isWrongDay,
  leftToDistribute,
  maxInstalments,
  type Terms,
  usualTerms,
  withAmount,
  withDay,
  withOneMore,
  withoutInstalment,
} from '../../data/payments/credit'
import { DateInput } from '../../ui/dates/DateInput'
import { amount, decimal, money, today } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { MoneyInput } from '../../ui/MoneyInput'
import { plusDays } from '../../ui/zone'
import c from './InstalmentsPanel.module.css'

interface Props {
  /** The amount in céntimos. */
  owed: number
  /** The terms; null means the usual ones. */
  terms: Terms | null
  onChange: (terms: Terms) => void
}

/** Chooses the due dates of a sale on credit: one in a month, or several whose amounts add up to it. */
export function InstalmentsPanel({ owed, terms: chosen, onChange }: Props) {
  const { t } = useTranslation()
  const now = today()
  const terms = chosen ?? usualTerms(now)
  const amounts = amountsOf(terms, owed)
  const off = leftToDistribute(terms, owed)
  const several = terms.days.length > 1
  return (
    // It is no section: on a phone sections come first.
    <fieldset className={c.panel} aria-label={t('payments.instalments')}>
      <header className={c.head}>
        <h2>{t('payments.instalments')}</h2>
        <p>{t('payments.instalmentsText')}</p>
      </header>
      <ol className={c.list}>
        {terms.days.map((day, at) => (
          <li key={at} className={c.row} data-single={!several || undefined}>
            <span className={c.number} aria-hidden="true">
              {at + 1}
            </span>
            <DateInput
              label={t('payments.dueOn', { number: at + 1 })}
              value={day || null}
              min={plusDays(now, 1)}
              always
              error={day && isWrongDay(terms, at, now) ? t('payments.afterTheOneBefore') : undefined}
              onChange={(next) => onChange(withDay(terms, at, next ?? ''))}
            />
            <MoneyInput
              label={t('payments.instalmentOf', { number: at + 1 })}
              value={terms.amounts?.[at] ?? decimal(amounts[at] ?? 0)}
              onChange={(text) => onChange(withAmount(terms, owed, at, text))}
            />
            {several ? (
              <IconButton
                label={t('payments.removeInstalment', { number: at + 1 })}
                onClick={() => onChange(withoutInstalment(terms, at))}
              >
                <IconX size={20} aria-hidden="true" />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ol>
      <div className={c.foot}>
        <Button
          variant="default"
          size="md"
          disabled={terms.days.length >= maxInstalments}
          leftSection={<IconCalendarPlus size={20} stroke={1.8} aria-hidden="true" />}
          onClick={() => onChange(withOneMore(terms, now))}
        >
          {t('payments.addInstalment')}
        </Button>
        {terms.amounts ? (
          <Button
            variant="default"
            size="md"
            leftSection={<IconEqual size={20} stroke={1.8} aria-hidden="true" />}
            onClick={() => onChange({ ...terms, amounts: null })}
          >
            {t('payments.splitEvenly')}
          </Button>
        ) : null}
        {off !== 0 ? (
          <p className={c.off} role="status">
            {t(off > 0 ? 'payments.instalmentsShort' : 'payments.instalmentsOver', {
              amount: amount(Math.abs(off)),
              owed: money(owed),
            })}
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}
