import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconAlertTriangle, IconCash, IconLockOpen, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MoneySource, PurchaseType } from '../../../api/model'
import { useCycleDetail } from '../../../data/cash/queries'
import { isCredit } from '../../../data/payments/credit'
import { centimos, money } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { Card } from '../../../ui/OfficePage'
import { OpenCycleDialog } from '../../../widgets/cash/OpenCycleDialog'
import { asideOf, owedOf, paidNow } from '../draft'
import { DueInstalments } from './DueInstalments'
import c from './NewPurchase.module.css'
import type { NewPurchaseState } from './useNewPurchase'

/** Asks how it is paid: at once, from one's own cash box or otherwise; or in instalments. */
export function PaymentCard({ work }: { work: NewPurchaseState }) {
  const { t } = useTranslation()
  const { draft, errors, changeField, sums } = work
  const cash = draft.source === 'CASH'
  const isCreditNote = draft.document === 'NOTA_CREDITO'
  const onCredit = draft.type === 'CREDITO' && !isCreditNote
  return (
    <Card padded label={t('purchases.howPaid')}>
      <div className={c.pay}>
        <h2>{t(isCreditNote ? 'purchases.howBack' : 'purchases.howPaid')}</h2>
        {isCreditNote ? <p className={c.hint}>{t('purchases.howBackText')}</p> : null}
        {isCreditNote ? null : (
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={t('purchases.howPaid')}
            value={draft.type}
            onChange={(type) => changeField({ type: type as PurchaseType })}
            data={[
              { value: 'CONTADO', label: t('purchases.types.CONTADO') },
              { value: 'CREDITO', label: t('purchases.types.CREDITO') },
            ]}
          />
        )}
        {onCredit ? (
          <>
            <DueInstalments work={work} owed={owedOf(draft, sums.total) - asideOf(draft)} />
            <Aside work={work} />
          </>
        ) : null}
        {paidNow(draft, sums.total) === 0 && onCredit ? null : (
          <>
            <SegmentedControl
              fullWidth
              size="md"
              aria-label={t('purchases.source')}
              value={draft.source}
              onChange={(source) => changeField({ source: source as MoneySource })}
              data={[
                { value: 'CASH', label: t('purchases.sources.CASH') },
                { value: 'OTHER', label: t('purchases.sources.OTHER') },
              ]}
            />
            {cash ? <OwnCash hasCycle={work.hasCycle} comesBack={isCreditNote} /> : <Method work={work} />}
            {cash && !isCreditNote && work.config?.cycle ? (
              <Short cycle={work.config.cycle.id} owed={paidNow(draft, sums.total)} />
            ) : null}
          </>
        )}
        {(errors.payment ?? errors['payment.source']) ? (
          <p className={c.error} role="alert">
            {errors.payment ?? errors['payment.source']}
          </p>
        ) : null}
      </div>
    </Card>
  )
}

/** Asks for the amounts that are not part of the instalments, and where they go. */
function Aside({ work }: { work: NewPurchaseState }) {
  const { t } = useTranslation()
  const { draft, errors, changeField } = work
  if (draft.aside.length === 0) return null
  return (
    <ul className={c.aside} aria-label={t('purchases.aside')}>
      {draft.aside.map(({ kind, amount }) => (
        <li key={kind}>
          <span>{t(`purchases.asideTo.${kind}`, { amount: money(centimos(amount)) })}</span>
          <IconButton
            label={t('purchases.dropAside', { what: t(`purchases.asides.${kind}`) })}
            onClick={() => changeField({ aside: draft.aside.filter((part) => part.kind !== kind) })}
          >
            <IconX size={20} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
      {errors.set_aside ? (
        <li className={c.error} role="alert">
          {errors.set_aside}
        </li>
      ) : null}
    </ul>
  )
}

/** The money leaves the drawer of the user who records it, while their cash box is open. */
function OwnCash({ hasCycle, comesBack }: { hasCycle: boolean | null; comesBack: boolean }) {
  const { t } = useTranslation()
  const [opening, setOpening] = useState(false)
  if (hasCycle !== false) {
    return (
      <p className={c.hint}>
        <IconCash size={20} stroke={1.8} aria-hidden="true" />
        {t(comesBack ? 'purchases.toCash' : 'purchases.fromCash')}
      </p>
    )
  }
  return (
    <>
      <p className={c.hint} data-tone="warning">
        <IconCash size={20} stroke={1.8} aria-hidden="true" />
        {t(comesBack ? 'purchases.toCashClosed' : 'purchases.missing.cycle')}
      </p>
      <Button
        variant="default"
        data-at="cycle"
        leftSection={<IconLockOpen size={20} stroke={1.9} aria-hidden="true" />}
        onClick={() => setOpening(true)}
      >
        {t('payments.openCycle')}
      </Button>
      {opening ? (
        <OpenCycleDialog onOpened={() => setOpening(false)} onClose={() => setOpening(false)} />
      ) : null}
    </>
  )
}

/** Warns that more is paid than the drawer should hold; it shows nothing to users who may not know that sum. */
function Short({ cycle, owed }: { cycle: number; owed: number }) {
  const { t } = useTranslation()
  const cash = useCycleDetail(cycle).data?.cash
  const held = cash ? centimos(cash.expected) : null
  if (held === null || owed <= held) return null
  return (
    <p className={c.hint} data-tone="warning" role="status">
      <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
      {t('purchases.cashShort', { held: money(held), short: money(owed - held) })}
    </p>
  )
}

function Method({ work }: { work: NewPurchaseState }) {
  const { t } = useTranslation()
  const { draft, config, errors } = work
  const methods = config?.payment_options.filter((option) => !option.is_cash && !isCredit(option)) ?? []
  return (
    <Select
      label={t('purchases.method')}
      placeholder={t('purchases.chooseMethod')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      value={draft.payment_option}
      error={errors['payment.payment_option']}
      data={methods.map((option) => option.name)}
      onChange={(payment_option) => work.changeField({ payment_option })}
    />
  )
}
