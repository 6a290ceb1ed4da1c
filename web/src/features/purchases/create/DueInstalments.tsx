import { Button } from '@mantine/core'
import { IconEqual, IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  amountsOf,
  isWrongDay,
  leftToDistribute,
  withAmount,
  withDay,
  withOneMore,
  withoutInstalment,
} from '../../../data/payments/credit'
import { DateInput } from '../../../ui/dates/DateInput'
import { amount, decimal, money } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { plusDays } from '../../../ui/zone'
import { dateOf, maxQuotes, termsOf } from '../draft'
import { Digits } from './Digits'
import c from './NewPurchase.module.css'
import type { NewPurchaseState } from './useNewPurchase'

/** Asks for the due dates and amounts, which add up to the document's total. */
export function DueInstalments({ work, owed }: { work: NewPurchaseState; owed: number }) {
  const { t } = useTranslation()
  const { draft, errors, today } = work
  const bought = dateOf(draft, today)
  const terms = termsOf(draft, today)
  const amounts = amountsOf(terms, owed)
  const off = leftToDistribute(terms, owed)
  const several = terms.days.length > 1
  const set = (next: typeof terms) => work.changeField({ terms: next })
  return (
    <div className={c.quotes} data-field-error={errors.quotes ? true : undefined}>
      <ol>
        {terms.days.map((day, at) => (
          <li key={at} data-several={several || undefined}>
            <span aria-hidden="true">{at + 1}</span>
            <DateInput
              aria-label={t('purchases.quoteDay', { number: at + 1 })}
              value={day || null}
              min={bought}
              always
              error={
                day && isWrongDay(terms, at, plusDays(bought, -1))
                  ? t('payments.afterTheOneBefore')
                  : undefined
              }
              onChange={(next) => set(withDay(terms, at, next ?? ''))}
            />
            <Digits
              label={t('purchases.quoteAmount', { number: at + 1 })}
              bare
              at={at === 0 ? 'quotes' : undefined}
              least={2}
              value={terms.amounts?.[at] ?? (owed > 0 ? decimal(amounts[at] ?? 0) : '')}
              onChange={(text) => set(withAmount(terms, owed, at, text))}
            />
            {several ? (
              <IconButton
                label={t('purchases.dropQuote', { number: at + 1 })}
                onClick={() => set(withoutInstalment(terms, at))}
              >
                <IconX size={20} aria-hidden="true" />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ol>
      {errors.quotes || off !== 0 ? (
        <p className={c.error} role="status">
          {errors.quotes ??
            t(off > 0 ? 'purchases.quotesShort' : 'purchases.quotesOver', {
              amount: amount(Math.abs(off)),
              owed: money(owed),
            })}
        </p>
      ) : null}
      <InstalmentTools
        isFull={terms.days.length >= maxQuotes}
        onAdd={() => set(withOneMore(terms, bought))}
        onSplitEvenly={terms.amounts ? () => set({ ...terms, amounts: null }) : null}
      />
    </div>
  )
}

interface ToolsProps {
  isFull: boolean
  onAdd: () => void
  /** It is null while the amounts are equal anyway. */
  onSplitEvenly: (() => void) | null
}

function InstalmentTools({ isFull, onAdd, onSplitEvenly }: ToolsProps) {
  const { t } = useTranslation()
  return (
    <div className={c.quoteTools}>
      <Button
        variant="subtle"
        disabled={isFull}
        leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}
        onClick={onAdd}
      >
        {t('purchases.addQuote')}
      </Button>
      {onSplitEvenly ? (
        <Button
          variant="subtle"
          leftSection={<IconEqual size={18} stroke={2} aria-hidden="true" />}
          onClick={onSplitEvenly}
        >
          {t('payments.splitEvenly')}
        </Button>
      ) : null}
    </div>
  )
}
