import { IconFileDescription, IconGavel, IconPercentage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DebitQuote, IssuedDocumentDetail } from '../../../api/model'
import { BigKey, BigKeys } from '../../../ui/BigKey'
import { ReasonChips } from '../../../ui/Chips'
import { centimos, money } from '../../../ui/format'
import { MoneyInput } from '../../../ui/MoneyInput'
import { Question } from '../../../ui/Question'
import { OpenCycleFirst } from '../../../widgets/cash/OpenCycleFirst'
import { InstalmentsPanel } from '../../../widgets/credit/InstalmentsPanel'
import c from '../change/ChangeDialog.module.css'
import { ChangeFoot } from '../change/ChangeFoot'
import { DebitMoney } from './DebitMoney'
import { type DebitState, useDebitState } from './useDebitState'

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

/** Asks at the left for the amount and the reason, at the right how it is paid; below, it says what the note will contain. */
export function DebitForm({
  document,
  whole,
  onClose,
}: {
  document: IssuedDocumentDetail
  whole: DebitQuote
  onClose: () => void
}) {
  const { t } = useTranslation()
  const work = useDebitState(document, whole, onClose)
  // It stands in a box of its own: on a phone a section of the dialog would come first.
  if (work.noCycle)
    return (
      <div>
        <OpenCycleFirst text={t('debit.noCycle')} />
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

function DebitFoot({ work, number }: { work: DebitState; number: string }) {
  const { t } = useTranslation()
  const go = work.ready
    ? t(work.owes ? 'debit.goOwed' : 'debit.go', { amount: money(work.amount) })
    : t('debit.goPlain')
  return (
    <ChangeFoot work={work} go={go} title={t('debit.pin')}>
      {t('debit.asks', { document: number })}
      <br />
      <b>{money(work.amount)}</b> · {work.reason}
    </ChangeFoot>
  )
}
