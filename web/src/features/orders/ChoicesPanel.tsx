import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account, Line, SaleCatalog, SaleProduct } from '../../api/model'
import {
  type Ask,
  asksOf,
  commentsOf,
  joinComment,
  labelsOf,
  lineVariant,
  partsOf,
  priceOf,
  splitComment,
  toppingsOf,
  unitPriceParts,
  variantFor,
} from '../../data/orders/catalog'
import { plateOf } from '../../ui/dishes'
import { amount, charged, inSmallLetters, money, priceCentimos } from '../../ui/format'
import { Plate } from '../../ui/Plate'
import { Stepper } from '../../ui/Stepper'
import { useShortcuts } from '../../ui/shortcuts'
import { useTyped } from '../../ui/typed'
import { PanelFoot, WorkPanel } from '../../ui/WorkPanel'
import { CommentChoice, ToppingChoice, VariantChoice } from './Choices'
import c from './Choices.module.css'
import type { BuiltLine } from './taps'
import { mostQuantity } from './useTaps'

interface Props {
  product: SaleProduct
  catalog: SaleCatalog
  request: Pick<Account, 'type' | 'delivery_app'>
  /** The unsent line whose choices are changed; null when a new one is added. */
  editing: Line | null
  /** The quantity that was asked for before it opened. */
  asked: number
  /** It is called at every choice, so that the account can show the line as it is built. */
  onBuild: (draft: BuiltLine) => void
  onDone: (draft: BuiltLine) => void
  onClose: () => void
}

/** Asks for a product's variants, toppings, comments and quantity. */
export function ChoicesPanel(props: Props) {
  const { product, catalog, request, editing, asked, onBuild, onDone, onClose } = props
  const { t } = useTranslation()
  const asks = useMemo(() => asksOf(product, catalog), [product, catalog])
  const known = commentsOf(product, catalog)
  const [start] = useState(() => startOf(asks, known, editing))
  const [chosen, setChosen] = useState(start.chosen)
  const [toppings, setToppings] = useState(start.toppings)
  const [comments, setComments] = useState(start.comments)
  const [note, setNote] = useState(start.note)
  const [qty, setQty] = useState(editing ? start.qty : asked)
  useTyped({ chosen, toppings, comments, note, qty })
  const available = toppingsOf(product, catalog)
  const answers = asks.map(({ dish, title }, at) => ({
    dish,
    title,
    variant: variantFor(dish, chosen[at] ?? []),
  }))
  const missing = asks.flatMap((ask, at) => ask.groups.filter((_, index) => !chosen[at]?.[index]))[0]
  const variant = answers.find((answer) => answer.title === null)?.variant ?? null
  const dishes = answers.flatMap(({ dish, title, variant }) =>
    title !== null && variant ? [{ product_id: dish.id, variant: lineVariant(variant) }] : [],
  )
  const draft = draftOf({
    product,
    parts: partsOf(product, catalog, dishes),
    request,
    variant,
    available,
    toppings,
    comment: joinComment(comments, note),
    qty,
  })
  const incomplete = answers.some((answer) => !answer.variant)
  const finish = () => {
    if (!incomplete) onDone(draft)
  }
  useShortcuts({ Enter: finish })
  const built = useRef(draft)
  built.current = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is new at every drawing; these are what it is made of
  useEffect(() => onBuild(built.current), [chosen, toppings, comments, note, qty, onBuild])

  const base = priceOf(product, request)
  const price = unitPriceParts(base + extraOf(draft.parts), variant, draft.toppings)
  return (
    <WorkPanel
      label={t('orders.choicesOf', { name: product.name })}
      title={product.name}
      text={
        product.production_area
          ? `${money(base)} · ${t('orders.comesFrom', { area: inSmallLetters(product.production_area) })}`
          : money(base)
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
                {price.extras > 0
                  ? t('orders.withExtras', { base: amount(price.base), extras: amount(price.extras) })
                  : t('orders.each', { price: amount(price.base) })}
              </span>
              <span>
                {qty > 1
                  ? t('orders.platesAt', { count: qty, price: amount(price.base + price.extras) })
                  : null}
              </span>
            </>
          }
          disabled={incomplete}
          onGo={finish}
        >
          {missing
            ? t('orders.chooseFirst', { group: missing.name.toLowerCase() })
            : incomplete
              ? t('orders.notSold')
              : t(editing ? 'orders.saveLine' : 'orders.add', { amount: money(charged(draft.unit, qty)) })}
        </PanelFoot>
      }
    >
      {asks.map((ask, at) => (
        <div key={ask.title ?? ''} className={c.pair} data-count={ask.groups.length}>
          {ask.groups.map((group, index) => (
            <VariantChoice
              key={group.name}
              dish={ask.title}
              group={group}
              value={chosen[at]?.[index] ?? null}
              onChange={(label) =>
                setChosen(chosen.map((all, of) => (of === at ? all.with(index, label) : all)))
              }
            />
          ))}
        </div>
      ))}
      {available.length > 0 ? (
        <ToppingChoice toppings={available} value={toppings} onChange={setToppings} />
      ) : null}
      <CommentChoice comments={known} value={comments} note={note} onChange={setComments} onNote={setNote} />
    </WorkPanel>
  )
}

/** Returns the first choices: those of the line, else those without an alternative. */
function startOf(asks: Ask[], known: string[], line: Line | null) {
  const said = splitComment(line?.comment, known)
  // The line's own variant and those of its dishes are each the answer to one question.
  const had = (line?.combo_has_product ?? []).flatMap((part) =>
    Array.from({ length: Number(part.quantity) }, () => ({
      of: part.product_id,
      id: part.variant?.variant_id,
    })),
  )
  const variantOf = ({ dish, title }: Ask) => {
    const at = had.findIndex((each) => each.of === dish.id)
    const id = title === null ? line?.variant?.variant_id : had.splice(at, at < 0 ? 0 : 1)[0]?.id
    return dish.variants.find((each) => each.id === id)
  }
  return {
    chosen: asks.map((ask) => {
      const variant = variantOf(ask)
      return ask.groups.map((group, index) => {
        const only = group.options.length === 1 ? group.options[0]?.label : undefined
        return (variant && labelsOf(variant)[index]) ?? only ?? null
      })
    }),
    toppings: Object.fromEntries((line?.toppings ?? []).map((each) => [each.id, Number(each.quantity)])),
    comments: said.chosen,
    note: said.note,
    qty: line ? Number(line.qty) : 1,
  }
}

/** Returns what the choices of a combo's dishes add to its price, in céntimos. */
const extraOf = (parts: BuiltLine['parts']) =>
  parts.reduce((sum, part) => sum + priceCentimos(part.variant?.total_sum) * Number(part.quantity), 0)

interface Parts {
  product: SaleProduct
  parts: BuiltLine['parts']
  request: Pick<Account, 'type' | 'delivery_app'>
  variant: ReturnType<typeof variantFor>
  available: ReturnType<typeof toppingsOf>
  toppings: Record<number, number>
  comment: string
  qty: number
}

/** The line as it will be. */
function draftOf({ product, parts, request, variant, available, toppings, comment, qty }: Parts): BuiltLine {
  const picked = available
    .filter((topping) => (toppings[topping.id] ?? 0) > 0)
    .map((topping) => ({
      id: topping.id,
      name: topping.name,
      price: topping.sale_amount,
      quantity: String(toppings[topping.id] ?? 0),
    }))
  const unit =
    priceOf(product, request) +
    extraOf(parts) +
    priceCentimos(variant?.additional_amount) +
    picked.reduce((sum, topping) => sum + priceCentimos(topping.price) * Number(topping.quantity), 0)
  return { product, parts, unit, qty, variant: variant && lineVariant(variant), toppings: picked, comment }
}
