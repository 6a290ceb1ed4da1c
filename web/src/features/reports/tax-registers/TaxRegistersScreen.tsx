import { SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { businessDay } from '../../../ui/format'
import { OfficePage } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { longMonth } from '../accountant/series'
import { inYear, monthsOffered, readMonth, textOf, usualMonth, type YearMonth, yearsOffered } from './months'
import { PurchasesBook } from './PurchasesBook'
import c from './Register.module.css'
import { SalesBook } from './SalesBook'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const books = ['sales', 'purchases'] as const

/** Shows the registers of a month, of sales and of purchases. */
export function TaxRegistersScreen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const chosen = readMonth(params.get('month'), today)
  const isPurchases = params.get('book') === 'purchases'
  const choose = (month: YearMonth) =>
    change({ month: textOf(month) === textOf(usualMonth(today)) ? null : textOf(month) })
  const choice = (
    <div className={c.choice}>
      <SegmentedControl
        size="lg"
        aria-label={t('register.book')}
        data={books.map((value) => ({ value, label: t(`register.books.${value}`) }))}
        value={isPurchases ? 'purchases' : 'sales'}
        onChange={(value) => change({ book: value === 'sales' ? null : value })}
      />
      <MonthFields chosen={chosen} today={today} onChange={choose} />
    </div>
  )
  return (
    <OfficePage
      title={t(isPurchases ? 'register.purchases.title' : 'register.title')}
      summary={t('register.text')}
    >
      {isPurchases ? (
        <PurchasesBook month={chosen} choice={choice} />
      ) : (
        <SalesBook month={chosen} choice={choice} />
      )}
    </OfficePage>
  )
}

interface MonthProps {
  chosen: YearMonth
  today: string
  onChange: (month: YearMonth) => void
}

function MonthFields({ chosen, today, onChange }: MonthProps) {
  const { t } = useTranslation()
  return (
    <div className={c.month}>
      <Select
        aria-label={t('register.month')}
        allowDeselect={false}
        size="lg"
        data={monthsOffered(chosen, today).map((month) => ({
          value: String(month),
          label: capital(longMonth(textOf({ year: chosen.year, month }))),
        }))}
        value={String(chosen.month)}
        onChange={(value) => value && onChange({ ...chosen, month: Number(value) })}
      />
      <Select
        aria-label={t('register.year')}
        allowDeselect={false}
        size="lg"
        data={yearsOffered(chosen, today).map(String)}
        value={String(chosen.year)}
        onChange={(value) => value && onChange(inYear(chosen, Number(value), today))}
      />
    </div>
  )
}
