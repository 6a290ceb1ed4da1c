import { useTranslation } from 'react-i18next'
import type { RefundQuote } from '../../api/model'
import { centimos, money, quantity } from '../../ui/format'
import { Question } from '../../ui/Question'
import { Stepper } from '../../ui/Stepper'
import c from './RefundDialog.module.css'
import type { Units } from './useRefundState'

interface Props {
  lines: RefundQuote['lines']
  units: Units
  onChange: (units: Units) => void
}

/** Chooses the dishes that are given back, and how many of each. */
export function RefundLines({ lines, units, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Question title={t('refunds.which')}>
      <ul className={c.lines}>
        {lines.map((line) => (
          <li key={line.line_id}>
            <span>
              <b>{line.name}</b>
              <small>
                {quantity(line.quantity)} · {money(centimos(line.amount))}
              </small>
            </span>
            <Stepper
              label={line.name}
              size="small"
              min={0}
              max={Number(line.quantity)}
              value={units[line.line_id] ?? 0}
              suffix={t('common.of', { count: Number(line.quantity) })}
              onChange={(count) => onChange({ ...units, [line.line_id]: count })}
            />
          </li>
        ))}
      </ul>
    </Question>
  )
}
