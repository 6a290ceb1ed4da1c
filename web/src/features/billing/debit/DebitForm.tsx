import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconFileDescription,
  IconGavel,
  IconPercentage,
  IconShieldLock,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, isApiError } from '../../../api/errors'
import type { DebitQuote, Document } from '../../../api/model'
import { fullName, useUser } from '../../../session/session'
import { BigKey, BigKeys } from '../../../ui/BigKey'
import { ReasonChips } from '../../../ui/Chips'
import { centimos, money } from '../../../ui/format'
import { MoneyInput } from '../../../ui/MoneyInput'
import { PinDialog } from '../../../ui/PinDialog'
import { Question } from '../../../ui/Question'
import { InstalmentsPanel } from '../../payments/InstalmentsPanel'
import { NoCycle } from '../../payments/NoCycle'
import c from '../undo/UndoDialog.module.css'
import { DebitMoney } from './DebitMoney'
import { type DebitWork, useDebitWork } from './useDebitWork'

const kinds = [
  ['01', IconPercentage],
  ['02', IconFileDescription],
  ['03', IconGavel],
] as const
const reasons = {
  '01': ['late', 'agreed'],
  '02': ['missing', 'price'],
  '03': ['broken', 'noShow'],
} as const

/** Left what is added and why, right how it is paid and what the note will say. */
export function DebitForm({
  document,
  whole,
  onClose,
}: {
  document: Document
  whole: DebitQuote
  onClose: () => void
}) {
  const { t } = useTranslation()
  const work = useDebitWork(document, whole, onClose)
  // In a box of its own: on a phone a section of the dialog would come first.
  if (work.noCycle)
    return (
      <div>
        <NoCycle text={t('debit.noCycle')} />
      </div>
    )
  return (
    <>
      <div className={c.columns}>
        <div className={c.what}>
          <Question title={t('debit.kind')}>
            <div className={c.three}>
              <BigKeys label={t('debit.kind')}>
                {kinds.map(([code, icon]) => (
                  <BigKey
                    key={code}
                    icon={icon}
                    title={t(`debit.kinds.${code}`)}
                    text={t(`debit.kindText.${code}`)}
                    checked={work.code === code}
                    onPick={() => work.setCode(code)}
                  />
                ))}
              </BigKeys>
            </div>
          </Question>
          <div className={c.amount}>
            <MoneyInput
              label={t('debit.amount')}
              description={t('debit.most', { amount: money(centimos(whole.most)) })}
              value={work.text}
              error={work.wrong}
              onChange={work.setText}
              first
            />
          </div>
          <Question title={t('undo.why')} aside={t('undo.onNote')}>
            <ReasonChips
              label={t('undo.why')}
              reasons={reasons[work.code].map((key) => t(`debit.reasons.${key}`))}
              value={work.reason}
              other={t('undo.other')}
              onChange={work.setReason}
            />
          </Question>
          {work.owes && work.amount > 0 ? (
            <InstalmentsPanel owed={work.amount} terms={work.terms} onChange={work.setTerms} />
          ) : null}
        </div>
        <DebitMoney work={work} />
      </div>
      <DebitFoot work={work} number={document.full_number} />
    </>
  )
}

function DebitFoot({ work, number }: { work: DebitWork; number: string }) {
  const { t } = useTranslation()
  const user = useUser()
  const [asking, setAsking] = useState(false)
  return (
    <footer className={c.foot}>
      {work.error ? (
        <p className={c.error} role="alert">
          <IconAlertTriangle size={18} aria-hidden="true" />
          {(isApiError(work.error) && work.error.serverMessage) || errorText(work.error)}
        </p>
      ) : (
        <p className={c.note}>{work.missing}</p>
      )}
      <Button
        className={c.go}
        disabled={!work.ready}
        leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
        onClick={() => {
          work.reset()
          setAsking(true)
        }}
      >
        {work.ready
          ? t(work.owes ? 'debit.goOwed' : 'debit.go', { amount: money(work.amount) })
          : t('debit.goPlain')}
      </Button>
      {asking && !work.error ? (
        <PinDialog
          title={t('debit.pin')}
          error={work.pinError}
          busy={work.busy}
          onClose={() => setAsking(false)}
          onSubmit={work.send}
        >
          <b>{fullName(user)}</b> {t('debit.asks', { document: number })}
          <br />
          <b>{money(work.amount)}</b> · {work.reason}
        </PinDialog>
      ) : null}
    </footer>
  )
}
