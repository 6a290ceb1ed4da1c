import { useTranslation } from 'react-i18next'
import type { LastPrice, Unit } from '../../../api/model'
import { decimalOf } from '../../../ui/decimals'
import { amount, quantity } from '../../../ui/format'
import type { DraftLine, IgvInclusion } from '../draft'
import { linePrice, lineTotal } from '../lines'
import { LineNote } from './LineNote'
import c from './Lines.module.css'

export interface LineProps {
  line: DraftLine
  units: Unit[]
  last: LastPrice | undefined
  igvPercent: number
  igv: IgvInclusion | null
  error: string | undefined
}

/** Formats a price: céntimos, and as many further decimals as it has. */
export const priceText = (line: DraftLine) => {
  const value = linePrice(line)
  return value === null ? '—' : amount(Number(decimalOf(value, 2)) * 100)
}

export const totalText = (line: DraftLine) => {
  const total = lineTotal(line)
  return total === null ? '—' : amount(total)
}

/** Shows a line that is not being typed; a tap opens it. */
export function LineRow({ onOpen, ...props }: LineProps & { onOpen: () => void }) {
  const { t } = useTranslation()
  const { line, units, error } = props
  const unit = units.find((each) => each.id === line.measurement_id)?.symbol ?? ''
  return (
    <li className={c.line} data-bad={error ? true : undefined}>
      <span className={c.name}>
        <button type="button" aria-label={t('purchases.editLine', { name: line.name })} onClick={onOpen}>
          {line.name}
        </button>
        {error ? <span className={c.error}>{error}</span> : <LineNote {...props} />}
      </span>
      <span className={c.quantity}>{line.quantity === '' ? '—' : quantity(line.quantity)}</span>
      <span className={c.unit}>{unit}</span>
      <span className={c.price}>{priceText(line)}</span>
      <b className={c.total}>{totalText(line)}</b>
    </li>
  )
}
