import { IconAlertTriangle, IconKeyboard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SaleProduct } from '../../../api/model'
import { decimalText } from '../../../i18n/region'
import type { MeasuredUnit } from '../../../ui/measure'
import { TareRow } from './TareRow'
import { useFaultWords } from './useFaultWords'
import c from './WeightPanel.module.css'
import { asTyped, symbolOf, type Weight } from './weighing'

interface Props {
  product: SaleProduct
  unit: MeasuredUnit
  /** The number as it was typed, without anything taken off. */
  text: string
  weight: Weight
  tareOn: boolean
  onTare: () => void
}

/** Shows what was typed in large; with a tare also what is left without it, which is sold. */
export function WeightDisplay({ product, unit, text, weight, tareOn, onTare }: Props) {
  const { t } = useTranslation()
  const { net, fault } = weight
  const words = useFaultWords(product, unit)
  const wrong = fault !== null && fault !== 'nothing'
  const Glyph = wrong ? IconAlertTriangle : IconKeyboard
  const shown = text === '' ? asTyped(0n, unit) : text
  return (
    <div className={c.display} data-wrong={wrong || undefined}>
      <p className={c.state}>
        <b>
          <Glyph size={19} stroke={2} aria-hidden="true" />
          {wrong ? words(fault) : t(`weight.type.${unit}`)}
        </b>
        {wrong ? null : <span>{words('limits')}</span>}
      </p>
      <output
        className={c.value}
        data-empty={text === '' || undefined}
        data-long={shown.length > 5 || undefined}
      >
        {decimalText(shown)}
        <small>{symbolOf(unit)}</small>
      </output>
      <TareRow product={product} unit={unit} what="net" amount={net} tareOn={tareOn} onTare={onTare} />
    </div>
  )
}
