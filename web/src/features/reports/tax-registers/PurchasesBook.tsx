import { IconAlertTriangle, IconFileTypeCsv, IconFileZip, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PurchaseRegister } from '../../../api/model'
import { centimos, money } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { FileCard } from './FileCard'
import { textOf, type YearMonth } from './months'
import { Proposal } from './Proposal'
import { usePurchaseRegister } from './queries'
import c from './Register.module.css'
import { SellerTable } from './SellerTable'
import { saveExport } from './saveExport'
import { UnfinishedMonthNotice } from './UnfinishedMonthNotice'

/** Shows the register of purchases of a month: its totals by seller, what is not in it, and its files. */
export function PurchasesBook({ month, choice }: { month: YearMonth; choice: ReactNode }) {
  const { t } = useTranslation()
  const found = usePurchaseRegister(month)
  const register = found.data
  return (
    <>
      <div className={c.bar}>{choice}</div>
      {register ? (
        <div className={c.page} data-stale={found.isPlaceholderData || undefined}>
          {register.is_over || register.totals.count === 0 ? null : (
            <UnfinishedMonthNotice month={register} />
          )}
          <Beside register={register} />
          <SellerTable register={register} />
          <Files key={textOf(register)} register={register} waits={found.isPlaceholderData} />
          {register.rce_file_name == null ? null : (
            <Proposal
              key={`proposal ${textOf(register)}`}
              book="RCE"
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
        <Loading label={t('register.purchases.loading')} rows={4} height={120} />
      )}
    </>
  )
}

/** Lists what SUNAT refuses, and the purchases without a document of the register. */
function Beside({ register }: { register: PurchaseRegister }) {
  const { t } = useTranslation()
  const { late, without_deposit: undeposited } = register
  const { without_ruc: unnamed, beside_count: count, beside_total: total } = register
  return (
    <>
      {unnamed.length === 0 ? null : (
        <p className={c.failed} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          <span>
            {t('register.purchases.withoutRuc', { count: unnamed.length, papers: unnamed.join(', ') })}
          </span>
        </p>
      )}
      {undeposited.length === 0 ? null : (
        <p className={c.failed} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          <span>
            {t('register.purchases.withoutDeposit', {
              count: undeposited.length,
              papers: undeposited.join(', '),
            })}
          </span>
        </p>
      )}
      {late.length === 0 ? null : (
        <p className={c.notice}>
          <IconInfoCircle size={20} stroke={2} aria-hidden="true" />
          <span>{t('register.purchases.late', { count: late.length, papers: late.join(', ') })}</span>
        </p>
      )}
      {count === 0 ? null : (
        <p className={c.notice}>
          <IconInfoCircle size={20} stroke={2} aria-hidden="true" />
          {t('register.purchases.beside', { count, total: money(centimos(total)) })}
        </p>
      )}
    </>
  )
}

function Files({ register, waits }: { register: PurchaseRegister; waits: boolean }) {
  const { t } = useTranslation()
  const { year, month } = register
  return (
    <section className={c.files} aria-label={t('register.files')}>
      <FileCard
        icon={IconFileTypeCsv}
        name={register.csv_file_name}
        text={t('register.purchases.csvText')}
        waits={waits}
        save={() => saveExport('/accounting/export-purchase-report', 'CSV', { year, month })}
      />
      <FileCard
        main
        icon={IconFileZip}
        name={register.rce_file_name ?? null}
        none={t('register.purchases.rceNone')}
        text={t('register.purchases.rceText')}
        waits={waits}
        save={() => saveExport('/accounting/rce', 'ZIP', { year, month })}
      />
    </section>
  )
}
