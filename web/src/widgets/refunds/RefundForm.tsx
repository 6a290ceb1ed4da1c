import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCash,
  IconPackageImport,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, isApiError } from '../../api/errors'
import type { RefundQuote } from '../../api/model'
import { fullName, useUser } from '../../session/session'
import { BigKey, BigKeys } from '../../ui/BigKey'
import { ReasonChips } from '../../ui/Chips'
import { money } from '../../ui/format'
import { PinDialog } from '../../ui/PinDialog'
import { Question } from '../../ui/Question'
import { AddedNotes } from '../documents/AddedNotes'
import type { RefundProps } from './RefundDialog'
import c from './RefundDialog.module.css'
import { RefundLines } from './RefundLines'
import { RefundSummary } from './RefundSummary'
import { type RefundState, useRefundState } from './useRefundState'

const reasons = { REOPEN: ['factura', 'client', 'method'], CLOSE: ['cold', 'left', 'twice'] } as const

/** Asks what is given back and why, whether the stock returns, and how the money is paid out. */
export function RefundForm(props: RefundProps & { whole: RefundQuote }) {
  const { t } = useTranslation()
  const { whole, document } = props
  const user = useUser()
  const work = useRefundState(props, whole)
  const [asking, setAsking] = useState(false)
  if (work.noCycle) return <p className={c.warning}>{t('refunds.noCycle')}</p>
  const { closing, stock, reason } = work
  return (
    <>
      <div className={c.body}>
        <AddedNotes notes={whole.debit_notes} onOpen={props.onClose} />
        <OutcomeQuestion whole={whole} outcome={work.outcome} onChange={work.setOutcome} />
        {closing && whole.lines.length > 0 ? (
          <RefundLines lines={whole.lines} units={work.units} onChange={work.setUnits} />
        ) : null}
        {closing && whole.returns_stock ? <StockQuestion isBack={stock} onChange={work.setStock} /> : null}
        <Question title={t('refunds.why')}>
          <ReasonChips
            reasons={reasons[closing ? 'CLOSE' : 'REOPEN'].map((key) => t(`refunds.reason.${key}`))}
            value={reason}
            other={t('refunds.other')}
            onChange={work.setReason}
          />
        </Question>
      </div>
      <footer className={c.foot}>
        <RefundSummary work={work} document={document} />
        {work.error ? (
          <p className={c.error} role="alert">
            <IconAlertTriangle size={18} aria-hidden="true" />
            {(isApiError(work.error) && work.error.serverMessage) || errorText(work.error)}
          </p>
        ) : null}
        <Button
          className={c.go}
          disabled={!work.ready}
          leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
          onClick={() => {
            work.reset()
            setAsking(true)
          }}
        >
          {t('refunds.go', { amount: money(work.out) })}
        </Button>
      </footer>
      {asking && !work.error ? (
        <PinDialog
          title={t('refunds.pin')}
          action="void_document"
          error={work.pinError}
          busy={work.busy}
          onClose={() => setAsking(false)}
          onSubmit={work.send}
        >
          <b>{fullName(user)}</b> {t('refunds.asks', { document })}
          <br />
          <b>{money(work.out)}</b> · {reason}
        </PinDialog>
      ) : null}
    </>
  )
}

interface OutcomeProps {
  whole: RefundQuote
  outcome: RefundState['outcome']
  onChange: RefundState['setOutcome']
}

/** Asks whether the account is opened again to be charged anew, or closed. */
function OutcomeQuestion({ whole, outcome, onChange }: OutcomeProps) {
  const { t } = useTranslation()
  return (
    <Question title={t('refunds.what')}>
      <BigKeys label={t('refunds.what')}>
        <BigKey
          icon={IconArrowBackUp}
          title={t('refunds.reopen')}
          text={t('refunds.reopenText')}
          checked={outcome === 'REOPEN'}
          onPick={() => onChange('REOPEN')}
        />
        <BigKey
          icon={IconCash}
          title={t('refunds.close')}
          text={t(whole.returns_stock ? 'refunds.closeText' : 'refunds.closeMoneyText')}
          checked={outcome === 'CLOSE'}
          onPick={() => onChange('CLOSE')}
        />
      </BigKeys>
      {outcome === 'REOPEN' && whole.table_taken_by ? (
        <p className={c.warning}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          {t('refunds.tableTaken', { name: whole.table_taken_by })}
        </p>
      ) : null}
    </Question>
  )
}

/** Asks whether what was sold comes back to stock; null while nobody has said. */
function StockQuestion({
  isBack,
  onChange,
}: {
  isBack: boolean | null
  onChange: (isBack: boolean) => void
}) {
  const { t } = useTranslation()
  return (
    <Question title={t('refunds.stock')}>
      <BigKeys label={t('refunds.stock')}>
        <BigKey
          icon={IconPackageImport}
          title={t('refunds.stockBack')}
          text={t('refunds.stockBackText')}
          checked={isBack === true}
          onPick={() => onChange(true)}
        />
        <BigKey
          icon={IconTrash}
          title={t('refunds.stockOut')}
          text={t('refunds.stockOutText')}
          checked={isBack === false}
          onPick={() => onChange(false)}
        />
      </BigKeys>
    </Question>
  )
}
