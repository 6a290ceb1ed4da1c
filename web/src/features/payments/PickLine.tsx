import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PaymentInfo } from '../../api/model'
import { extrasOf } from '../../data/orders/lineText'
import { amount } from '../../ui/format'
import { measuredUnit } from '../../ui/measure'
import { Stepper } from '../../ui/Stepper'
import c from './PaymentAccount.module.css'
import { paidUnits } from './paidUnits'
import { priceOf } from './sums'

type DueLine = PaymentInfo['lines'][number]

interface Props {
  line: DueLine
  units: number
  onUnits: (units: number) => void
}

/** A line to pay: each tap adds a unit, and after the last one removes all; it has the same price as on the whole account. */
export function PickLine({ line, units, onUnits }: Props) {
  const { t } = useTranslation()
  const left = Number(line.due_qty)
  return (
    <div className={c.pick} data-on={units > 0 || undefined}>
      <button
        type="button"
        className={c.pickMain}
        aria-pressed={units > 0}
        onClick={() => onUnits(units >= left ? 0 : Math.min(units + 1, left))}
      >
        <span className={c.box}>
          {units > 0 ? <IconCheck size={18} stroke={3} aria-hidden="true" /> : null}
        </span>
        <span className={c.text}>
          <b>{line.name}</b>
          <span>
            {[
              extrasOf(line),
              measuredUnit(line) ? null : t('payments.each', { price: amount(priceOf(line, 1)) }),
              paidUnits(line, t),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <b className={c.amount}>{amount(priceOf(line, units || left))}</b>
      </button>
      {left > 1 && units > 0 ? (
        <div className={c.pickSteps}>
          <Stepper
            label={t('orders.qtyOf', { name: line.name })}
            value={units}
            min={0}
            max={left}
            suffix={t('common.of', { count: left })}
            fill
            onChange={onUnits}
          />
        </div>
      ) : null}
    </div>
  )
}
