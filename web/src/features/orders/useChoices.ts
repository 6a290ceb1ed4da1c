import { useMemo, useState } from 'react'
import type { Line, LineTopping, SaleCatalog, SaleProduct } from '../../api/model'
import {
  type Ask,
  asksOf,
  commentsOf,
  joinComment,
  labelsOf,
  lineVariant,
  partsOf,
  splitComment,
  toppingsOf,
  variantFor,
} from '../../data/orders/catalog'

export type Choices = ReturnType<typeof useChoices>

/** Holds what is chosen of a product: variants, toppings and comments; first as the line has them that is changed, if any. */
export function useChoices(product: SaleProduct, catalog: SaleCatalog, editing: Line | null) {
  const asks = useMemo(() => asksOf(product, catalog), [product, catalog])
  const known = commentsOf(product, catalog)
  const [start] = useState(() => startOf(asks, known, editing))
  const [chosen, setChosen] = useState(start.chosen)
  const [toppings, setToppings] = useState(start.toppings)
  const [comments, setComments] = useState(start.comments)
  const [note, setNote] = useState(start.note)
  const available = toppingsOf(product, catalog)
  const answers = asks.map(({ dish, title }, at) => ({
    dish,
    title,
    variant: variantFor(dish, chosen[at] ?? []),
  }))
  const dishes = answers.flatMap(({ dish, title, variant }) =>
    title !== null && variant ? [{ product_id: dish.id, variant: lineVariant(variant) }] : [],
  )
  const picked: LineTopping[] = available
    .filter((topping) => (toppings[topping.id] ?? 0) > 0)
    .map((topping) => ({
      id: topping.id,
      name: topping.name,
      price: topping.sale_amount,
      quantity: String(toppings[topping.id] ?? 0),
    }))
  return {
    /* What the questions show, and how they are answered. */
    asks,
    available,
    known,
    state: { chosen, toppings, comments, note },
    set: { chosen: setChosen, toppings: setToppings, comments: setComments, note: setNote },
    /** The first question without an answer. */
    missing: asks.flatMap((ask, at) => ask.groups.filter((_, index) => !chosen[at]?.[index]))[0],
    /** True where something has no answer, or the answers are no variant together. */
    incomplete: answers.some((answer) => !answer.variant),
    variant: answers.find((answer) => answer.title === null)?.variant ?? null,
    parts: partsOf(product, catalog, dishes),
    picked,
    comment: joinComment(comments, note),
  }
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
  }
}
