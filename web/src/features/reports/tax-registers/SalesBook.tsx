import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { CheckList } from './CheckList'
import { Courtesies } from './Courtesies'
import { FileCards } from './FileCards'
import { textOf, type YearMonth } from './months'
import { NoRegistersNotice } from './NoRegistersNotice'
import { Proposal } from './Proposal'
import { useSalesRegister } from './queries'
import c from './Register.module.css'
import { SaleNotesSwitch } from './SaleNotesSwitch'
import { SeriesTable } from './SeriesTable'
import { UnfinishedMonthNotice } from './UnfinishedMonthNotice'

/**
 * Shows the register of sales of a month: its totals, what to check first, its files, and the differences to SUNAT's proposal.
 */
export function SalesBook({ month, choice }: { month: YearMonth; choice: ReactNode }) {
  const { t } = useTranslation()
  const found = useSalesRegister(month)
  const keeps = may(useUser(), 'settings')
  const register = found.data
  return (
    <>
      <div className={c.bar}>
        {choice}
        {register && keeps ? <SaleNotesSwitch register={register} /> : null}
      </div>
      {register ? (
        <div className={c.page} data-stale={found.isPlaceholderData || undefined}>
          {register.regime === 'NUEVO_RUS' ? <NoRegistersNotice /> : null}
          {register.is_over || register.totals.count === 0 ? null : (
            <UnfinishedMonthNotice month={register} />
          )}
          <Courtesies register={register} />
          <div className={c.columns}>
            <SeriesTable register={register} />
            <CheckList register={register} />
          </div>
          {/* The results of another month's files do not hold for these, so the key changes with the month. */}
          <FileCards key={textOf(register)} register={register} waits={found.isPlaceholderData} />
          {register.rvie_file_name == null ? null : (
            <Proposal
              key={`proposal ${textOf(register)}`}
              book="RVIE"
              year={register.year}
              month={register.month}
            />
          )}
        </div>
      ) : found.isError ? (
        <Card>
          <Failed title={t('register.failed')} error={found.error} onRetry={() => void found.refetch()} />
        </Card>
      ) : (
        <Loading label={t('register.loading')} rows={4} height={120} />
      )}
    </>
  )
}
