import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line, Request, SaleCatalog, SaleProduct } from '../../api/model'
import { plateOf } from '../../ui/dishes'
import { amount, capitalised, centimos, money } from '../../ui/format'
import { Plate } from '../../ui/Plate'
import { Stepper } from '../../ui/Stepper'
import { useShortcuts } from '../../ui/shortcuts'
import { PanelFoot, WorkPanel } from '../../ui/WorkPanel'
import { CommentChoice, ToppingChoice, VariantChoice } from './Choices'
import c from './Choices.module.css'
import {
  commentsOf,
  type Group,
  groupsOf,
  labelsOf,
  needsChoices,
  partsOf,
  priceOf,
  toppingsOf,
  unitPrice,
  variantFor,
} from './catalog'
import type { Built } from './taps'
import { mostQuantity } from './useTaps'

interface Props {
  product: SaleProduct
  catalog: SaleCatalog
  request: Pick<Request, 'type' | 'delivery_app'>
  /** An unsent line whose choices are changed; none when a new one is added. */
  editing: Line | null
  /** How many were asked for before it opened. */
  asked: number
  /** Told at every choice, so that the account can show the line as it is built. */
  onBuild: (draft: Built) => void
  onDone: (draft: Built) => void
  onClose: () => void
}

/** What a product asks: its variants, toppings, words for the cook, how many. */
export function ChoicesPanel(props: Props) {
  const { product, catalog, request, editing, asked, onBuild, onDone, onClose } = props
  const { t } = useTranslation()
  const groups = needsChoices(product) ? groupsOf(product) : []
  const known = commentsOf(product, catalog)
  const [start] = useState(() => startOf(product, groups, known, editing))
  const [chosen, setChosen] = useState(start.chosen)
  const [toppings, setToppings] = useState(start.toppings)
  const [comments, setComments] = useState(start.comments)
  const [note, setNote] = useState(start.note)
  const [qty, setQty] = useState(editing ? start.qty : asked)
  const available = toppingsOf(product, catalog)
  const variant = groups.length > 0 ? variantFor(product, chosen) : null
  const missing = groups.find((_, index) => !chosen[index])
  const draft = draftOf({
    product,
    parts: partsOf(product, catalog),
    request,
    variant,
    available,
    toppings,
    comments: [...comments, note],
    qty,
  })
  const incomplete = groups.length > 0 && !variant
  const finish = () => {
    if (!incomplete) onDone(draft)
  }
  useShortcuts({ Escape: onClose, Enter: finish })
  const built = useRef(draft)
  built.current = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is new at every drawing; these are what it is made of
  useEffect(() => onBuild(built.current), [chosen, toppings, comments, note, qty, onBuild])

  const base = priceOf(product, request)
  const price = unitPrice(base, variant, draft.toppings)
  return (
    <WorkPanel
      label={t('orders.choicesOf', { name: product.name })}
      title={product.name}
      text={
        product.production_area
          ? `${money(base)} · ${t('orders.comesFrom', { area: capitalised(product.production_area) })}`
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
              typed
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
              : t(editing ? 'orders.saveLine' : 'orders.add', { amount: money(draft.unit * qty) })}
        </PanelFoot>
      }
    >
      {groups.length > 0 ? (
        <div className={c.pair} data-count={groups.length}>
          {groups.map((group, index) => (
            <VariantChoice
              key={group.name}
              group={group}
              value={chosen[index] ?? null}
              onChange={(label) => setChosen(chosen.map((each, at) => (at === index ? label : each)))}
            />
          ))}
        </div>
      ) : null}
      {available.length > 0 ? (
        <ToppingChoice toppings={available} value={toppings} onChange={setToppings} />
      ) : null}
      <CommentChoice comments={known} value={comments} note={note} onChange={setComments} onNote={setNote} />
    </WorkPanel>
  )
}

/** Where the choices begin: as the line has them, else with what can only be one way. */
function startOf(product: SaleProduct, groups: Group[], known: string[], line: Line | null) {
  const variant = product.variants.find((each) => each.id === line?.variant?.variant_id)
  const said = line?.comment?.split(', ') ?? []
  return {
    chosen: groups.map((group, index) => {
      const only = group.options.length === 1 ? group.options[0]?.label : undefined
      return (variant && labelsOf(variant)[index]) ?? only ?? null
    }),
    toppings: Object.fromEntries((line?.toppings ?? []).map((each) => [each.id, Number(each.quantity)])),
    comments: said.filter((each) => known.includes(each)),
    note: said.filter((each) => !known.includes(each)).join(', '),
    qty: line ? Number(line.qty) : 1,
  }
}

interface Parts {
  product: SaleProduct
  parts: Built['parts']
  request: Pick<Request, 'type' | 'delivery_app'>
  variant: ReturnType<typeof variantFor>
  available: ReturnType<typeof toppingsOf>
  toppings: Record<number, number>
  comments: string[]
  qty: number
}

/** The line as it will be. */
function draftOf({ product, parts, request, variant, available, toppings, comments, qty }: Parts): Built {
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
    centimos(variant?.additional_amount) +
    picked.reduce((sum, topping) => sum + centimos(topping.price) * Number(topping.quantity), 0)
  const comment = comments
    .map((each) => each.trim())
    .filter(Boolean)
    .join(', ')
  const chosen = variant && {
    variant_id: variant.id,
    name: variant.name,
    total_sum: variant.additional_amount,
  }
  return { product, parts, unit, qty, variant: chosen, toppings: picked, comment }
}
