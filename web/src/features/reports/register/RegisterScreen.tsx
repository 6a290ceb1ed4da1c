import { Select } from '@mantine/core'
import { IconClockHour4 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { businessDay } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { monthText } from '../../inventory/kardex/months'
import { useAddress } from '../../inventory/useAddress'
import { longMonth } from '../books/series'
import { CheckList } from './CheckList'
import { FileCards } from './FileCards'
import { inYear, monthsOffered, readMonth, textOf, usualMonth, type YearMonth, yearsOffered } from './months'
import { Proposal } from './Proposal'
import { useSalesRegister } from './queries'
import c from './Register.module.css'
import { SaleNotesSwitch } from './SaleNotesSwitch'
import { SeriesTable } from './SeriesTable'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The register of sales of a month: what it comes to, what to look at first, its files, and how SUNAT's proposal differs. */
export function Screen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const chosen = readMonth(params.get('month'), today)
  const found = useSalesRegister(chosen)
  const keeps = may(useUser(), 'settings')
  const register = found.data
  const choose = (month: YearMonth) =>
    change({ month: textOf(month) === textOf(usualMonth(today)) ? null : textOf(month) })
  return (
    <OfficePage title={t('register.title')} summary={t('register.text')}>
      <div className={c.bar}>
        <MonthFields chosen={chosen} today={today} onChange={choose} />
        {register && keeps ? <SaleNotesSwitch register={register} /> : null}
      </div>
      {register ? (
        <div className={c.page} data-stale={found.isPlaceholderData || undefined}>
          {register.is_over || register.totals.count === 0 ? null : (
            <p className={c.notice}>
              <IconClockHour4 size={20} stroke={2} aria-hidden="true" />
              {t('register.notOver', { month: monthText(textOf(register)) })}
            </p>
          )}
          <div className={c.columns}>
            <SeriesTable register={register} />
            <CheckList register={register} />
          </div>
          {/* What was said of the files of another month is not true of these. */}
          <FileCards key={textOf(register)} register={register} waits={found.isPlaceholderData} />
          {register.rvie_file_name == null ? null : (
            <Proposal key={`proposal ${textOf(register)}`} year={register.year} month={register.month} />
          )}
        </div>
      ) : found.isError ? (
        <Card>
          <Failed title={t('register.failed')} error={found.error} onRetry={() => void found.refetch()} />
        </Card>
      ) : (
        <Loading label={t('register.loading')} rows={4} height={120} />
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
