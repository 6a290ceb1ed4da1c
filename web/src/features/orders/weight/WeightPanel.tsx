import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lineVariant, priceOf } from '../../../data/orders/catalog'
import { decimalOf, pieceAmount } from '../../../ui/decimals'
import { plateOf } from '../../../ui/dishes'
import { inSmallLetters, money, priceCentimos } from '../../../ui/format'
import { type MeasuredUnit, measuredUnit, measureText } from '../../../ui/measure'
import { NumericPad } from '../../../ui/NumericPad'
import { Plate } from '../../../ui/Plate'
import { digitKeys, useShortcuts } from '../../../ui/shortcuts'
import { useTyped } from '../../../ui/typed'
import { WorkPanel } from '../../../ui/WorkPanel'
import { AvoidedAllergens } from '../allergy/Contains'
import { Holds } from '../allergy/Holds'
import { ChoiceQuestions } from '../Choices'
import type { ChoicesProps } from '../ChoicesPanel'
import { type BuiltLine, weighedUnit } from '../taps'
import { useChoices } from '../useChoices'
import { ScaleDisplay } from './ScaleDisplay'
import { useMeasure } from './useMeasure'
import { useSure } from './useSure'
import { WeightDisplay } from './WeightDisplay'
import { WeightFoot } from './WeightFoot'
import c from './WeightPanel.module.css'
import { WeightTabs } from './WeightTabs'
import { isUnusual, kindOf } from './weighing'
import '../../../i18n/weight'

/** Asks how much of a product that is sold by weight or volume is one piece, and its choices. */
export function WeightPanel(props: ChoicesProps) {
  const unit = measuredUnit(props.product)
  return unit ? <Pad {...props} unit={unit} /> : null
}

function Pad(props: ChoicesProps & { unit: MeasuredUnit }) {
  const { product, catalog, request, editing, unit, onBuild, onDone, onClose } = props
  const { t } = useTranslation()
  const choices = useChoices(product, catalog, editing ?? props.from ?? null, props.scanned)
  const measure = useMeasure(props, unit)
  const { weight, view, typed, press } = measure
  useTyped({ ...choices.state, text: typed.text, tare: measure.isTareTurned })
  const { variant, picked } = choices
  const base = priceOf(product, request)
  const about = useAbout(product, unit, base)
  const weighed = {
    unit,
    measure: decimalOf(weight.net),
    price: base + priceCentimos(variant?.additional_amount),
  }
  const draft: BuiltLine = {
    product,
    parts: [],
    unit: weighedUnit(weighed, picked),
    qty: 1,
    weighed,
    variant: variant && lineVariant(variant),
    toppings: picked,
    comment: choices.comment,
  }
  const ready = weight.fault === null && !choices.incomplete
  const sure = useSure(isUnusual(weight.net, unit) ? weighed.measure : null)
  const finish = () => {
    if (ready && sure.isSure()) onDone(draft)
  }
  useShortcuts({ Enter: finish, ...digitKeys(press), ',': () => press('.') })
  const built = useRef(draft)
  built.current = draft
  const { chosen, options, toppings, comments, note } = choices.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is new at every drawing; these are what it is made of
  useEffect(
    () => onBuild(built.current),
    [chosen, options, toppings, comments, note, weighed.measure, onBuild],
  )

  return (
    <WorkPanel
      label={t(`weight.of.${kindOf(unit)}`, { name: product.name })}
      title={product.name}
      text={
        <>
          {props.holds ? <Holds text={props.holds} /> : null}
          {about}
        </>
      }
      picture={<Plate dish={plateOf(product)} size={60} />}
      close={t('orders.closeChoices')}
      onClose={onClose}
      foot={
        <WeightFoot
          weighed={weighed}
          fault={weight.fault}
          awaited={view && !view.weight ? view.state : null}
          limits={product}
          choices={choices}
          amount={pieceAmount(weighed.price, weighed.measure)}
          total={draft.unit}
          isNew={!editing}
          isAsking={sure.isAsking}
          onGo={finish}
        />
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tapped key leaves the focus where it is, so that Enter adds */}
      <div
        className={c.pad}
        data-way={measure.scales.scale ? measure.way : undefined}
        onMouseDown={(event) => event.preventDefault()}
      >
        <div className={c.side}>
          <WeightTabs measure={measure} />
          {view ? (
            <ScaleDisplay product={product} unit={unit} view={view} measure={measure} />
          ) : (
            <WeightDisplay
              product={product}
              unit={unit}
              text={typed.text}
              weight={weight}
              tareOn={measure.tareOn}
              onTare={measure.turnTare}
            />
          )}
        </div>
        <NumericPad onKey={press} />
      </div>
      <AvoidedAllergens value={request.allergens}>
        <ChoiceQuestions choices={choices} />
      </AvoidedAllergens>
    </WorkPanel>
  )
}

/** Returns the line below the name: price, stock and area. */
function useAbout(product: ChoicesProps['product'], unit: MeasuredUnit, base: number) {
  const { t } = useTranslation()
  const { stock_left, production_area } = product
  return [
    t(`weight.price.${unit}`, { price: money(base) }),
    stock_left == null
      ? null
      : t('weight.left', { left: measureText({ sale_unit: unit, measure: stock_left }) }),
    production_area ? t('orders.comesFrom', { area: inSmallLetters(production_area) }) : null,
  ]
    .filter(Boolean)
    .join(' · ')
}
