import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { monthText } from '../../../ui/dates/months'
import { dayText } from '../../../ui/format'
import { dateOf } from '../draft'
import { isRegistered } from '../kinds'
import c from './NewPurchase.module.css'
import type { NewPurchaseState } from './useNewPurchase'

/**
 * Asks for the month in whose register an earlier document is recorded, and when its goods came in; it shows nothing for the
 * current month.
 */
export function PeriodHead({ work }: { work: NewPurchaseState }) {
  const { t } = useTranslation()
  const { draft, errors, rules, today, changeField } = work
  const own = dateOf(draft, today).slice(0, 7)
  const usual = rules?.periods[0]
  const isListed = isRegistered(draft.document)
  if (usual === undefined || own === today.slice(0, 7)) return null
  if (!isListed && !rules?.stock_on) return null
  return (
    <section className={c.note} aria-label={t('purchases.writtenIn')}>
      {isListed ? (
        <Select
          label={t('purchases.writtenIn')}
          allowDeselect={false}
          value={draft.period || usual}
          error={errors.period}
          data={rules?.periods.map((value) => ({ value, label: monthText(value) }))}
          onChange={(period) => changeField({ period: period ?? '' })}
        />
      ) : null}
      <p className={c.periodText}>
        {isListed
          ? `${t(usual === own ? 'purchases.writtenInOwn' : 'purchases.writtenInLater', { month: monthText(own).toLowerCase() })} `
          : ''}
        {rules?.stock_on ? t('purchases.stockOn', { day: dayText(rules.stock_on) }) : ''}
      </p>
    </section>
  )
}
