import { IconArrowBackUp, IconCash, IconCreditCard, IconPackageImport, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import { BigKey, BigKeys } from '../../../ui/BigKey'
import { centimos, money } from '../../../ui/format'
import { Question } from '../../../ui/Question'
import c from '../change/ChangeDialog.module.css'
import type { Back, UndoState } from './useUndoState'

interface Props {
  work: UndoState
  number: string
  /** The document stays valid, and a note takes something off it. */
  stays: boolean
}

/** Shows how the money goes back, whether the stock does, and what is left of the document. */
export function UndoMoney({ work, number, stays }: Props) {
  const { t } = useTranslation()
  const { quote, cash } = work
  const moneyBack = quote?.entries.filter((entry) => !entry.is_credit) ?? []
  const paid = moneyBack.map((entry) => `${entry.name} ${money(centimos(entry.amount))}`).join(' · ')
  const isNote = work.how !== 'WHOLE'
  return (
    <aside className={c.side}>
      {work.offDebt > 0 ? (
        <p className={c.note}>{t('undo.offDebt', { amount: money(work.offDebt) })}</p>
      ) : null}
      {work.offDebt > 0 && work.out === 0 ? null : (
        <Question title={t('undo.money')}>
          <WaysBack
            cash={cash}
            cashbox={work.cycle?.cashbox_name ?? ''}
            paid={paid}
            offersOtherwise={!isNote}
            back={work.back}
            onChange={work.setBack}
          />
        </Question>
      )}
      {work.isDebit ? null : work.recharges || work.isDiscount ? (
        <p className={c.note}>{t(work.isDiscount ? 'undo.staysSold' : 'undo.recharge')}</p>
      ) : !work.returnsStock ? (
        <p className={c.note}>{t('undo.moneyOnly')}</p>
      ) : (
        <StockQuestion made={work.made} onChange={work.setMade} />
      )}
      <div className={c.sum}>
        {work.quoteError ? <p className={c.error}>{errorText(work.quoteError)}</p> : null}
        <p>
          <span>{t('undo.given')}</span>
          <b>{money(work.back === 'OTHERWISE' ? 0 : work.out)}</b>
        </p>
        <small>
          {stays
            ? quote
              ? t('undo.left', { document: number, amount: money(centimos(quote.left)) })
              : ''
            : t('undo.gone', { document: number })}
        </small>
      </div>
    </aside>
  )
}

interface WaysProps {
  /** The cash method, where not all was paid in cash. */
  cash: UndoState['cash']
  cashbox: string
  /** The methods by which it was paid, with their amounts. */
  paid: string
  offersOtherwise: boolean
  back: Back
  onChange: (back: Back) => void
}

function WaysBack({ cash, cashbox, paid, offersOtherwise, back, onChange }: WaysProps) {
  const { t } = useTranslation()
  return (
    <div className={c.ways}>
      <BigKeys label={t('undo.money')}>
        <BigKey
          icon={cash ? IconCreditCard : IconCash}
          title={t('undo.asPaid')}
          text={paid}
          checked={back === 'AS_PAID'}
          onPick={() => onChange('AS_PAID')}
        />
        {cash ? (
          <BigKey
            icon={IconCash}
            title={t('undo.inCash', { name: cash.name })}
            text={t('undo.fromBox', { name: cashbox })}
            checked={back === 'CASH'}
            onPick={() => onChange('CASH')}
          />
        ) : null}
        {offersOtherwise ? (
          <BigKey
            icon={IconArrowBackUp}
            title={t('undo.otherwise')}
            text={t('undo.otherwiseText')}
            checked={back === 'OTHERWISE'}
            onPick={() => onChange('OTHERWISE')}
          />
        ) : null}
      </BigKeys>
    </div>
  )
}

/** Asks whether the dishes were made: what was not made comes back to stock. */
function StockQuestion({ made, onChange }: { made: boolean | null; onChange: (made: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Question title={t('undo.stock')}>
      <BigKeys label={t('undo.stock')}>
        <BigKey
          icon={IconTrash}
          title={t('undo.made')}
          text={t('undo.madeText')}
          checked={made === true}
          onPick={() => onChange(true)}
        />
        <BigKey
          icon={IconPackageImport}
          title={t('undo.notMade')}
          text={t('undo.notMadeText')}
          checked={made === false}
          onPick={() => onChange(false)}
        />
      </BigKeys>
    </Question>
  )
}
