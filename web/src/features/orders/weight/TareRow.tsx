import { IconCircleLetterT } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SaleProduct } from '../../../api/model'
import { decimalOf } from '../../../ui/decimals'
import { type MeasuredUnit, measureText } from '../../../ui/measure'
import c from './WeightPanel.module.css'

interface Props {
  product: SaleProduct
  unit: MeasuredUnit
  /** Null while it is not known. */
  gross: bigint | null
  tareOn: boolean
  onTare: () => void
}

/** Says what stands on the scale or was typed, with the key that takes the product's tare off it. */
export function TareRow({ product, unit, gross, tareOn, onTare }: Props) {
  const { t } = useTranslation()
  if (product.tare == null) return null
  return (
    <div className={c.tare}>
      <p>
        {t('weight.gross')}{' '}
        <b>{gross === null ? '–' : measureText({ sale_unit: unit, measure: decimalOf(gross) })}</b>
      </p>
      <button type="button" aria-pressed={tareOn} onClick={onTare}>
        <IconCircleLetterT size={22} stroke={1.9} aria-hidden="true" />
        {t('weight.tare')}
        <b>−{measureText({ sale_unit: unit, measure: product.tare })}</b>
      </button>
    </div>
  )
}
