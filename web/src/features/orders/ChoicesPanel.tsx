import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account, Line, SaleCatalog, SaleProduct, Variant } from '../../api/model'
import { lineVariant, priceOf, unitPriceParts } from '../../data/orders/catalog'
import { plateOf } from '../../ui/dishes'
import { amount, charged, inSmallLetters, money, priceCentimos } from '../../ui/format'
import { Plate } from '../../ui/Plate'
import { Stepper } from '../../ui/Stepper'
import { digitKeys, useShortcuts } from '../../ui/shortcuts'
import { useTyped } from '../../ui/typed'
import { PanelFoot, WorkPanel } from '../../ui/WorkPanel'
import { AvoidedAllergens } from './allergy/Contains'
import { Holds } from './allergy/Holds'
import { ChoiceQuestions } from './Choices'
import type { BuiltLine } from './taps'
import { useChoices } from './useChoices'
import { mostQuantity } from './useTaps'
import { useTypedQuantity } from './useTypedQuantity'

export interface ChoicesProps {
  product: SaleProduct
  /** What it contains that the account must avoid, in words. */
  holds?: string
  catalog: SaleCatalog
  request: Pick<Account, 'type' | 'delivery_app' | 'allergens'>
  /** The unsent line whose choices are changed; null when a new one is added. */
  editing: Line | null
  /** The quantity that was asked for before it opened. */
  asked: number
  /** What was chosen before and refused: choosing goes on from there. */
  from?: Line
  /** The weight of the piece by the label of a scale. */
  grams?: number
  /** The variant whose code was scanned. */
  scanned?: Variant | null
  /** It is called at every choice, so that the account can show the line as it is built. */
  onBuild: (draft: BuiltLine) => void
  onDone: (draft: BuiltLine) => void
  onClose: () => void
}

/** Asks for a product's variants, toppings, comments and quantity. */
export function ChoicesPanel(props: ChoicesProps) {
  const { product, catalog, request, editing, asked, onBuild, onDone, onClose } = props
  const { t } = useTranslation()
  const before = editing ?? props.from ?? null
  const choices = useChoices(product, catalog, before, props.scanned)
  const { variant, parts, picked, missing, incomplete, state } = choices
  const [qty, setQty] = useState(before ? Number(before.qty) : asked)
  useTyped({ ...state, qty })
  const base = priceOf(product, request)
  const price = unitPriceParts(base + extraOf(parts), variant, picked)
  const named = namedSum(price.base, picked)
  const draft: BuiltLine = {
    product,
    parts,
    unit: price.base + price.extras,
    qty,
    variant: variant && lineVariant(variant),
    toppings: picked,
    comment: choices.comment,
  }
  const finish = () => {
    if (!incomplete) onDone(draft)
  }
  const { type, endsCode } = useTypedQuantity(qty, setQty, mostQuantity)
  useShortcuts({ ...digitKeys(type), '.': undefined, Enter: () => endsCode() || finish() })
  const built = useRef(draft)
  built.current = draft
  const { chosen, options, toppings, comments, note } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is new at every drawing; these are what it is made of
  useEffect(() => onBuild(built.current), [chosen, options, toppings, comments, note, qty, onBuild])

  return (
    <WorkPanel
      label={t('orders.choicesOf', { name: product.name })}
      title={product.name}
      text={
        <>
          {props.holds ? <Holds text={props.holds} /> : null}
          {product.production_area
            ? `${money(base)} · ${t('orders.comesFrom', { area: inSmallLetters(product.production_area) })}`
            : money(base)}
        </>
      }
      picture={<Plate dish={plateOf(product)} size={60} />}
      close={t('orders.closeChoices')}
      onClose={onClose}
      foot={
        <PanelFoot
          before={
            <Stepper
              label={t('common.quantity')}
              size="large"
              value={qty}
              onChange={setQty}
              max={mostQuantity}
              tooMuch={t('orders.mostQty', { max: mostQuantity })}
            />
          }
          sum={
            <>
              <span>
                {named ??
                  (price.extras > 0
                    ? t('orders.withExtras', { base: amount(price.base), extras: amount(price.extras) })
                    : t('orders.each', { price: amount(price.base) }))}
              </span>
              <span>
                {qty > 1 ? (
                  t('orders.platesAt', { count: qty, price: amount(price.base + price.extras) })
                ) : named ? (
                  <b>{amount(price.base + price.extras)}</b>
                ) : null}
              </span>
            </>
          }
          disabled={incomplete}
          onGo={finish}
        >
          {missing
            ? missing
            : incomplete
              ? t('orders.notSold')
              : t(editing ? 'orders.saveLine' : 'orders.add', { amount: money(charged(draft.unit, qty)) })}
        </PanelFoot>
      }
    >
      <AvoidedAllergens value={request.allergens}>
        <ChoiceQuestions choices={choices} />
      </AvoidedAllergens>
    </WorkPanel>
  )
}

/** Names what costs more: "148.00 + 8.00 Picaña"; null where it is too much to name, or no group of options is asked. */
function namedSum(base: number, toppings: BuiltLine['toppings']): string | null {
  const paid = toppings.filter(({ price }) => priceCentimos(price) > 0)
  if (paid.length === 0 || paid.length > 2 || !toppings.some(({ choice }) => choice)) return null
  const named = paid.map(
    ({ price, quantity, name }) => `${amount(priceCentimos(price) * Number(quantity))} ${name}`,
  )
  return [amount(base), ...named].join(' +\u00a0')
}

/** Returns what the choices of a combo's dishes add to its price, in céntimos. */
const extraOf = (parts: BuiltLine['parts']) =>
  parts.reduce((sum, part) => sum + priceCentimos(part.variant?.total_sum) * Number(part.quantity), 0)
