import { useEffect, useRef, useState } from 'react'
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
import { ChoiceQuestions } from '../Choices'
import type { ChoicesProps } from '../ChoicesPanel'
import { type BuiltLine, weighedUnit } from '../taps'
import { useChoices } from '../useChoices'
import { WeightDisplay } from './WeightDisplay'
import { WeightFoot } from './WeightFoot'
import c from './WeightPanel.module.css'
import { asTyped, kindOf, type Typed, typeMeasure, weigh } from './weighing'
import '../../../i18n/weight'

/** Asks how much of a product that is sold by weight or volume is one piece, and its choices. */
export function WeightPanel(props: ChoicesProps) {
  const unit = measuredUnit(props.product)
  return unit ? <Pad {...props} unit={unit} /> : null
}

function Pad(props: ChoicesProps & { unit: MeasuredUnit }) {
  const { product, catalog, request, editing, unit, onBuild, onDone, onClose } = props
  const { t } = useTranslation()
  const choices = useChoices(product, catalog, editing)
  const [typed, setTyped] = useState<Typed>(() => startOf(editing, unit))
  // What a line weighs is without its tare already.
  const [tareOn, setTareOn] = useState(product.tare != null && !editing)
  useTyped({ ...choices.state, text: typed.text, tareOn })
  const weight = weigh(typed.text, tareOn ? product.tare : null, { ...product, unit })
  const { variant, picked } = choices
  const base = priceOf(product, request)
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
  const finish = () => {
    if (ready) onDone(draft)
  }
  const press = (key: string) => setTyped((now) => typeMeasure(now, key, unit))
  useShortcuts({ Enter: finish, ...digitKeys(press), ',': () => press('.') })
  const built = useRef(draft)
  built.current = draft
  const { chosen, toppings, comments, note } = choices.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is new at every drawing; these are what it is made of
  useEffect(() => onBuild(built.current), [chosen, toppings, comments, note, typed, tareOn, onBuild])

  return (
    <WorkPanel
      label={t(`weight.of.${kindOf(unit)}`, { name: product.name })}
      title={product.name}
      text={useAbout(product, unit, base)}
      picture={<Plate dish={plateOf(product)} size={60} />}
      close={t('orders.closeChoices')}
      onClose={onClose}
      takesKeys
      foot={
        <WeightFoot
          weighed={weighed}
          fault={weight.fault}
          limits={product}
          choices={choices}
          amount={pieceAmount(weighed.price, weighed.measure)}
          total={draft.unit}
          isNew={!editing}
          onGo={finish}
        />
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tapped key leaves the focus where it is, so that Enter adds */}
      <div className={c.pad} onMouseDown={(event) => event.preventDefault()}>
        <WeightDisplay
          product={product}
          unit={unit}
          text={typed.text}
          weight={weight}
          tareOn={tareOn}
          onTare={() => setTareOn(!tareOn)}
        />
        <NumericPad onKey={press} />
      </div>
      <ChoiceQuestions choices={choices} />
    </WorkPanel>
  )
}

const startOf = (editing: ChoicesProps['editing'], unit: MeasuredUnit): Typed =>
  editing ? { text: asTyped(editing.measure, unit), untouched: true } : { text: '' }

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
