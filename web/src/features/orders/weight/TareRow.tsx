import { IconCircleLetterT } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SaleProduct } from '../../../api/model'
import { decimalOf } from '../../../ui/decimals'
import { type MeasuredUnit, measureText } from '../../../ui/measure'
import c from './WeightPanel.module.css'

interface Props {
  product: SaleProduct
  unit: MeasuredUnit
  /** The other number than the large one: `gross` beside a net weight, `net` beside what was typed. */
  what: 'gross' | 'net'
  /** Null while it is not known. */
  amount: bigint | null
  tareOn: boolean
  onTare: () => void
}

/** Says what stands on the scale, or what is left of what was typed, with the key that takes the product's tare off it. */
export function TareRow({ product, unit, what, amount, tareOn, onTare }: Props) {
  const { t } = useTranslation()
  if (product.tare == null) return null
  return (
    <div className={c.tare}>
      <p>
        {t(`weight.${what}`)}{' '}
        <b>{amount === null ? '–' : measureText({ sale_unit: unit, measure: decimalOf(amount) })}</b>
      </p>
      <button type="button" aria-pressed={tareOn} onClick={onTare}>
        <IconCircleLetterT size={22} stroke={1.9} aria-hidden="true" />
        {t('weight.tare')}
        <b>−{measureText({ sale_unit: unit, measure: product.tare })}</b>
      </button>
    </div>
  )
}
