import { useTranslation } from 'react-i18next'
import type { SaleProduct } from '../../../api/model'
import { decimalText } from '../../../i18n/region'
import { type MeasuredUnit, measureText } from '../../../ui/measure'
import { type Fault, mostOf, stepWords } from './weighing'

/** Returns what says why a measure cannot be sold, and before that which limits a product has. */
export function useFaultWords(
  product: Pick<SaleProduct, 'min_quantity' | 'quantity_step'>,
  unit: MeasuredUnit,
) {
  const { t } = useTranslation()
  const said = (measure: string) => measureText({ sale_unit: unit, measure })
  const least = product.min_quantity ? t('weight.least', { least: said(product.min_quantity) }) : ''
  const by = product.quantity_step ? stepWords(product.quantity_step, unit) : null
  const step = by ? t('weight.step', { step: decimalText(by.step), unit: by.unit }) : ''
  return (what: Fault | 'limits'): string => {
    switch (what) {
      case 'nothing':
        return t(`weight.type.${unit}`)
      case 'decimals':
        return t(`weight.decimals.${unit}`)
      case 'tare':
        return t('weight.onlyTare')
      case 'least':
        return least
      case 'step':
        return step
      case 'most':
        return t('weight.most', { most: said(mostOf(unit)) })
      case 'limits':
        return [least, least ? step.toLowerCase() : step].filter(Boolean).join(' · ')
    }
  }
}
