import { IconArrowBackUp, IconCash, IconCreditCard, IconPackageImport, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import { BigKey, BigKeys } from '../../../ui/BigKey'
import { centimos, money } from '../../../ui/format'
import { Question } from '../../../ui/Question'
import c from '../change/ChangeDialog.module.css'
import type { UndoState } from './useUndoState'

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
          <div className={c.ways}>
            <BigKeys label={t('undo.money')}>
              <BigKey
                icon={cash ? IconCreditCard : IconCash}
                title={t('undo.asPaid')}
                text={paid}
                checked={work.back === 'AS_PAID'}
                onPick={() => work.setBack('AS_PAID')}
              />
              {cash ? (
                <BigKey
                  icon={IconCash}
                  title={t('undo.inCash', { name: cash.name })}
                  text={t('undo.fromBox', { name: work.cycle?.cashbox_name ?? '' })}
                  checked={work.back === 'CASH'}
                  onPick={() => work.setBack('CASH')}
                />
              ) : null}
              {isNote ? null : (
                <BigKey
                  icon={IconArrowBackUp}
                  title={t('undo.otherwise')}
                  text={t('undo.otherwiseText')}
                  checked={work.back === 'OTHERWISE'}
                  onPick={() => work.setBack('OTHERWISE')}
                />
              )}
            </BigKeys>
          </div>
        </Question>
      )}
      {work.isDebit ? null : work.recharges || work.isDiscount ? (
        <p className={c.note}>{t(work.isDiscount ? 'undo.staysSold' : 'undo.recharge')}</p>
      ) : !work.returnsStock ? (
        <p className={c.note}>{t('undo.moneyOnly')}</p>
      ) : (
        <Question title={t('undo.stock')}>
          <BigKeys label={t('undo.stock')}>
            <BigKey
              icon={IconTrash}
              title={t('undo.made')}
              text={t('undo.madeText')}
              checked={work.made === true}
              onPick={() => work.setMade(true)}
            />
            <BigKey
              icon={IconPackageImport}
              title={t('undo.notMade')}
              text={t('undo.notMadeText')}
              checked={work.made === false}
              onPick={() => work.setMade(false)}
            />
          </BigKeys>
        </Question>
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
