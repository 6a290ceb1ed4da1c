import { useTranslation } from 'react-i18next'
import type { CreditQuote } from '../../../api/model'
import { Chips } from '../../../ui/Chips'
import { amount, centimos, money, quantity } from '../../../ui/format'
import { MoneyInput } from '../../../ui/MoneyInput'
import { Question } from '../../../ui/Question'
import c from '../change/ChangeDialog.module.css'
import type { UndoState } from './useUndoState'

const codes = ['04', '05'] as const

/** Asks how much cheaper it becomes, as a whole or line by line; only money goes back. */
export function DiscountAfterSale({ work, whole }: { work: UndoState; whole: CreditQuote }) {
  const { t } = useTranslation()
  const words = codes.map((code) => t(`undo.off.${code}`))
  const lines = whole.discountable
  const left = lines.reduce((sum, line) => sum + centimos(line.left), 0)
  return (
    <>
      <Question title={t('undo.offWhat')}>
        <Chips
          label={t('undo.offWhat')}
          options={words}
          chosen={[t(`undo.off.${work.code === '05' ? '05' : '04'}`)]}
          onToggle={(word) => work.setDiscountCode(codes[words.indexOf(word)] ?? '04')}
        />
      </Question>
      {work.code === '04' ? (
        <div className={c.amount}>
          <MoneyInput
            label={t('undo.amount')}
            description={t('undo.most', { amount: money(left) })}
            value={work.amount}
            onChange={work.setAmount}
          />
        </div>
      ) : (
        <Question title={t('undo.amount')}>
          <ul className={c.lines} data-amounts>
            {lines.map((line) => (
              <li key={line.id} data-on={centimos(work.amounts[line.id] ?? '') > 0 || undefined}>
                <span>
                  <b>
                    {quantity(line.quantity)} {line.description}
                  </b>
                  <small>{t('undo.lineLeft', { amount: amount(centimos(line.left)) })}</small>
                </span>
                <MoneyInput
                  label={t('undo.amountOf', { line: line.description })}
                  bare
                  value={work.amounts[line.id] ?? ''}
                  onChange={(typed) => work.setAmounts({ ...work.amounts, [line.id]: typed })}
                />
              </li>
            ))}
          </ul>
        </Question>
      )}
    </>
  )
}
