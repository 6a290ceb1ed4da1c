import { useTranslation } from 'react-i18next'
import type { CreditQuote } from '../../../api/model'
import { amount, centimos, quantity } from '../../../ui/format'
import { Question } from '../../../ui/Question'
import { Stepper } from '../../../ui/Stepper'
import c from '../change/ChangeDialog.module.css'
import type { UndoState } from './useUndoState'

/** Chooses the dishes that go back, and how many of each; the server computes their sum. */
export function UndoLines({ work, lines }: { work: UndoState; lines: CreditQuote['lines'] }) {
  const { t } = useTranslation()
  return (
    <Question title={t('undo.which')}>
      <ul className={c.lines}>
        {lines.map((line) => {
          const left = Number(line.left)
          const count = work.units[line.id] ?? 0
          const worth = count > 0 ? work.quote?.lines.find((each) => each.id === line.id)?.amount : null
          return (
            <li key={line.id} data-on={count > 0 || undefined}>
              <span>
                <b>{line.description}</b>
                <small>{t('undo.each', { amount: amount(centimos(line.unit_price)) })}</small>
              </span>
              <Stepper
                label={line.description}
                size="small"
                min={0}
                max={left}
                value={count}
                suffix={t('common.of', { count: quantity(line.left) })}
                onChange={(next) => work.setUnits({ ...work.units, [line.id]: Math.min(left, next) })}
              />
              <b className={c.worth}>{amount(centimos(worth ?? '0'))}</b>
            </li>
          )
        })}
      </ul>
    </Question>
  )
}
