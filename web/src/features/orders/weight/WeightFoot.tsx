import { useTranslation } from 'react-i18next'
import type { SaleProduct } from '../../../api/model'
import { amount as amountText, money } from '../../../ui/format'
import { measureText, perUnit } from '../../../ui/measure'
import { PanelFoot } from '../../../ui/WorkPanel'
import type { Weighed } from '../taps'
import type { Choices } from '../useChoices'
import type { ScaleState } from './scaleReading'
import { useFaultWords } from './useFaultWords'
import c from './WeightPanel.module.css'
import { type Fault, kindOf } from './weighing'

interface Props {
  weighed: Weighed
  fault: Fault | null
  /** The state of the scale while it weighs nothing that may be sold. */
  awaited: ScaleState | null
  limits: Pick<SaleProduct, 'min_quantity' | 'quantity_step'>
  choices: Pick<Choices, 'missing' | 'incomplete'>
  /** The price of the piece, and with its toppings, in céntimos. */
  amount: number
  total: number
  isNew: boolean
  /** True where the next tap says that so much was meant. */
  isAsking: boolean
  onGo: () => void
}

/** Says how measure and price make the amount; its button adds the piece, or names what is missing. */
export function WeightFoot({
  weighed,
  fault,
  awaited,
  limits,
  choices,
  amount,
  total,
  isNew,
  isAsking,
  onGo,
}: Props) {
  const { t } = useTranslation()
  const { unit, measure, price } = weighed
  const words = useFaultWords(limits, unit)
  const awaitedWords = (state: ScaleState) =>
    state === 'MOVING'
      ? t('weight.scale.still')
      : /^(EMPTY|WAITING|OVERLOAD|BELOW_ZERO)$/.test(state)
        ? t(`weight.scale.is.${state}`)
        : t(`weight.type.${weighed.unit}`)
  const by = unit === 'HG' ? perUnit({ sale_unit: unit }) : ''
  const made = `${measureText({ sale_unit: unit, measure })} × ${money(price)}${by}`
  const extras = total > amount ? t('weight.extras', { extras: amountText(total - amount) }) : null
  const { missing, incomplete } = choices
  return (
    <PanelFoot
      sum={
        fault === 'nothing' || fault === 'tare' || fault === 'decimals' ? (
          <span>
            {t(awaited === 'MOVING' ? 'weight.scale.priceComes' : `weight.priceComes.${kindOf(unit)}`)}
          </span>
        ) : (
          <>
            <span>{extras ? `${made} + ${extras}` : made}</span>
            <b className={c.equals}>= {money(total)}</b>
          </>
        )
      }
      disabled={fault !== null || incomplete}
      onGo={onGo}
    >
      {awaited
        ? awaitedWords(awaited)
        : fault
          ? words(fault)
          : missing
            ? missing
            : incomplete
              ? t('orders.notSold')
              : isAsking
                ? t('weight.sure', { measure: measureText({ sale_unit: unit, measure }) })
                : t(isNew ? 'orders.add' : 'orders.saveLine', { amount: money(total) })}
    </PanelFoot>
  )
}
