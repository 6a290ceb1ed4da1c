import { IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LastPrice, Unit } from '../../../api/model'
import { amount, dayText, priceCentimos, quantity } from '../../../ui/format'
import type { DraftLine, IgvInclusion } from '../draft'
import { priceChangeOf, stockEntry } from '../lines'
import c from './Lines.module.css'

interface Props {
  line: DraftLine
  units: Unit[]
  last: LastPrice | undefined
  igvPercent: number
  igv: IgvInclusion | null
}

/** A smaller rise (in percent) is a rounding. */
const leastRise = 1

const price = (text: string) => amount(priceCentimos(text))
const symbolOf = (units: Unit[], id: number | null) => units.find((unit) => unit.id === id)?.symbol ?? ''

/** Shows the notes under an item: that its price rose, what quantity enters stock, or the last price. */
export function LineNote({ line, units, last, igvPercent, igv }: Props) {
  const { t } = useTranslation()
  const change = priceChangeOf(line, last, units, igvPercent)
  const entered = stockEntry(line, units)
  const rose = last && change && change.percent >= leastRise
  return (
    <>
      {rose ? (
        <span className={c.rose}>
          <IconArrowUpRight size={15} stroke={2.2} aria-hidden="true" />
          {t('purchases.rose', {
            percent: change.percent,
            day: dayText(last.date).slice(0, 5),
            price: price(change.before),
          })}
        </span>
      ) : null}
      {entered ? (
        <span className={c.note}>
          {t(entered.price === null ? 'purchases.enters' : 'purchases.entersAt', {
            quantity: quantity(entered.quantity),
            unit: symbolOf(units, line.own_id),
            price: price(entered.price ?? ''),
          })}
          {igv && entered.price !== null ? ` (${t(`purchases.${igv}`)})` : null}
        </span>
      ) : null}
      {last && change && !rose && !entered ? (
        <span className={c.note}>
          {t('purchases.lastTime', {
            price: price(change.before),
            unit: symbolOf(units, line.measurement_id),
          })}
          {igv ? ` (${t('purchases.withIgv')})` : null}
        </span>
      ) : null}
    </>
  )
}
