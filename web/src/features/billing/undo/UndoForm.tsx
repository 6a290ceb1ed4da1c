import { IconReceiptOff, IconReceiptRefund, IconReceiptTax } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CreditQuote } from '../../../api/model'
import { BigKey, BigKeys } from '../../../ui/BigKey'
import { Chips, ReasonChips } from '../../../ui/Chips'
import { dayText, money } from '../../../ui/format'
import { Question } from '../../../ui/Question'
import { OpenCycleFirst } from '../../../widgets/cash/OpenCycleFirst'
import { AddedNotes } from '../../../widgets/documents/AddedNotes'
import c from '../change/ChangeDialog.module.css'
import { ChangeFoot } from '../change/ChangeFoot'
import { DiscountAfterSale } from './DiscountAfterSale'
import type { ReasonCode } from './queries'
import type { UndoProps } from './UndoDialog'
import { UndoLines } from './UndoLines'
import { UndoMoney } from './UndoMoney'
import { type UndoState, useUndoState } from './useUndoState'

const reasons = ['twice', 'cold', 'delay', 'mistake'] as const
const debitReasons = ['mistake', 'twice', 'waived'] as const
const discountReasons = ['delay', 'dish', 'service', 'twice'] as const

const reasonsOf = (work: UndoState) =>
  work.isDebit ? debitReasons : work.isDiscount ? discountReasons : reasons

/** Asks at the left what is undone and why, at the right for the money and the stock. */
export function UndoForm(props: UndoProps & { whole: CreditQuote }) {
  const { t } = useTranslation()
  const { document, undo, whole } = props
  const work = useUndoState(document, whole, props.onClose)
  if (work.noCycle) return <OpenCycleFirst text={t('refunds.noCycle')} />
  const number = document.full_number
  return (
    <>
      <div className={c.columns}>
        <div className={c.what}>
          <AddedNotes notes={whole.debit_notes} onOpen={props.onClose} />
          {work.isDebit ? (
            <p className={c.note}>
              {t(`undo.channel.${undo.channel}`, { until: undo.until ? dayText(undo.until) : '' })}
            </p>
          ) : (
            <Question title={t('undo.how')}>
              <div className={c.three}>
                <BigKeys label={t('undo.how')}>
                  <BigKey
                    icon={IconReceiptOff}
                    title={t('undo.whole')}
                    text={t(`undo.channel.${undo.channel}`, { until: undo.until ? dayText(undo.until) : '' })}
                    checked={work.how === 'WHOLE'}
                    onPick={() => work.setHow('WHOLE')}
                  />
                  <BigKey
                    icon={IconReceiptRefund}
                    title={t('undo.part')}
                    text={t('undo.partText')}
                    checked={work.how === 'NOTE'}
                    onPick={() => {
                      work.setHow('NOTE')
                      if (!undo.by_lines) work.setCode('06')
                    }}
                  />
                  <BigKey
                    icon={IconReceiptTax}
                    title={t('undo.discount')}
                    text={t('undo.discountText')}
                    checked={work.how === 'DISCOUNT'}
                    onPick={() => work.setHow('DISCOUNT')}
                  />
                </BigKeys>
              </div>
            </Question>
          )}
          {work.isDiscount ? <DiscountAfterSale work={work} whole={whole} /> : null}
          {work.how === 'NOTE' ? <Codes work={work} {...props} /> : null}
          {work.byLines ? <UndoLines work={work} lines={whole.lines} /> : null}
          <Question title={t('undo.why')} aside={work.how === 'WHOLE' ? undefined : t('undo.onNote')}>
            <ReasonChips
              label={t('undo.why')}
              reasons={reasonsOf(work).map((key) => t(`undo.reasons.${key}`))}
              value={work.reason}
              other={t('undo.other')}
              onChange={work.setReason}
            />
          </Question>
        </div>
        <UndoMoney
          work={work}
          number={number}
          stays={work.how !== 'WHOLE' || undo.channel === 'CREDIT_NOTE'}
        />
      </div>
      <UndoFoot work={work} number={number} />
    </>
  )
}

/* Chooses the reason from the tax authority's list. */
function Codes({ work, document, undo }: UndoProps & { work: UndoState }) {
  const { t } = useTranslation()
  const isFactura = document.client_document_type === 'RUC'
  const codes: ReasonCode[] = [
    ...(undo.by_lines ? (['07'] as const) : []),
    '06',
    '01',
    ...(isFactura ? (['02'] as const) : []),
  ]
  const words = codes.map((code) => t(`creditReasons.${code}`))
  return (
    <Question title={t('undo.kind')}>
      <Chips
        label={t('undo.kind')}
        options={words}
        chosen={[t(`creditReasons.${work.code}`)]}
        onToggle={(word) => work.setCode(codes[words.indexOf(word)] ?? '06')}
      />
    </Question>
  )
}

function UndoFoot({ work, number }: { work: UndoState; number: string }) {
  const { t } = useTranslation()
  const isNote = work.how !== 'WHOLE'
  const go = !isNote
    ? t('undo.goVoid')
    : work.out > 0
      ? t('undo.goNote', { amount: money(work.out) })
      : t('undo.goCredit')
  return (
    <ChangeFoot work={work} go={go} title={t('undo.pin')}>
      {t(isNote ? 'undo.asksNote' : 'undo.asks', { document: number })}
      <br />
      <b>{money(work.back === 'OTHERWISE' ? 0 : work.out)}</b> · {work.reason}
    </ChangeFoot>
  )
}
