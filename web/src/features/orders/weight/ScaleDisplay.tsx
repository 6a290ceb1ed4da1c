import { IconActivity, IconAlertTriangle, IconCircleCheck, IconScale } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SaleProduct } from '../../../api/model'
import { decimalText } from '../../../i18n/region'
import { decimalOf } from '../../../ui/decimals'
import { type MeasuredUnit, measureText } from '../../../ui/measure'
import { ScaleName } from './ScaleName'
import type { ScaleState, ScaleView } from './scaleReading'
import { TareRow } from './TareRow'
import { useFaultWords } from './useFaultWords'
import type { Measure } from './useMeasure'
import c from './WeightPanel.module.css'
import { symbolOf } from './weighing'

interface Props {
  product: SaleProduct
  unit: MeasuredUnit
  view: ScaleView
  measure: Measure
}

const calm = { tone: undefined, Glyph: IconScale }
const looks: Partial<Record<ScaleState, { tone: string | undefined; Glyph: typeof IconScale }>> = {
  STABLE: { tone: 'stable', Glyph: IconCircleCheck },
  MOVING: { tone: 'moving', Glyph: IconActivity },
  EMPTY: calm,
  WAITING: calm,
}
const trouble = { tone: 'moving', Glyph: IconAlertTriangle }

/** Shows what the scale weighs in large, and in words whether it may be sold. */
export function ScaleDisplay({ product, unit, view, measure }: Props) {
  const { t } = useTranslation()
  const words = useFaultWords(product, unit)
  const { weight, state } = view
  const said = (amount: bigint) => measureText({ sale_unit: unit, measure: decimalOf(amount) })
  const fault = weight?.fault
  const rounded =
    weight?.weighed == null || fault
      ? null
      : t('weight.scale.rounded', {
          net: said(weight.weighed),
          measure: said(weight.net),
          step: words('step'),
        })
  const { tone, Glyph } = fault ? trouble : (looks[state] ?? trouble)
  return (
    <div className={c.display} data-scale data-tone={tone}>
      <div className={c.state}>
        <b>
          <Glyph size={20} stroke={2} aria-hidden="true" />
          {fault ? words(fault) : t(`weight.scale.is.${state}`)}
        </b>
        <ScaleName {...measure.scales} />
      </div>
      <output
        className={c.value}
        data-empty={weight ? undefined : true}
        data-long={view.digits.length > 5 || undefined}
      >
        <Digits text={decimalText(view.digits)} />
        <small>{symbolOf(unit)}</small>
      </output>
      {words('limits') === '' ? null : (
        <p className={c.rounded} data-said={rounded ? true : undefined}>
          {rounded ?? words('limits')}
        </p>
      )}
      {view.isOwnTare ? (
        <div className={c.tare}>
          <p>
            {t('weight.gross')} <b>{weight ? said(weight.gross) : '–'}</b>
          </p>
          <p>
            {t('weight.scale.ownTare')} <b>−{said(view.tare)}</b>
          </p>
        </div>
      ) : (
        <TareRow
          product={product}
          unit={unit}
          what="gross"
          amount={weight?.gross ?? null}
          tareOn={measure.tareOn}
          onTare={measure.turnTare}
        />
      )}
    </div>
  )
}

/** A dash is as wide as the digit in its place, so that nothing jumps while the weight settles. */
const Digits = ({ text }: { text: string }) =>
  text.split(/(–)/).map((part, at) => (part === '–' ? <i key={at}>–</i> : part))
