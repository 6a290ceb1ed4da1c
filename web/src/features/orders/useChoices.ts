import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line, LineTopping, SaleCatalog, SaleProduct, Variant } from '../../api/model'
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
import {
  type ChosenOptions,
  chosenOnLine,
  defaultsOf,
  groupsOf,
  lineToppings,
  type MissingChoice,
  missingChoices,
  requiredOf,
  withoutGone,
} from './choosing/rules'
import '../../i18n/choices'

export type Choices = ReturnType<typeof useChoices>

/** Holds what is chosen of a product: variants, options, toppings and comments; first as the line has them that is changed, or as the code of a variant says. */
export function useChoices(
  product: SaleProduct,
  catalog: SaleCatalog,
  editing: Line | null,
  scanned?: Variant | null,
) {
  const { t } = useTranslation()
  const asks = useMemo(() => asksOf(product, catalog), [product, catalog])
  const known = commentsOf(product, catalog)
  const [start] = useState(() => startOf(asks, known, editing, scanned))
  const [chosen, setChosen] = useState(start.chosen)
  const groups = groupsOf(product, catalog)
  const all = catalog.choice_groups
  const [tapped, setOptions] = useState<ChosenOptions>(() =>
    editing
      ? chosenOnLine(groups, editing.toppings, all)
      : Object.fromEntries(groups.map((group) => [group.id, defaultsOf(group, all)])),
  )
  const options = withoutGone(groups, tapped, all)
  const [added, setToppings] = useState(start.toppings)
  const [comments, setComments] = useState(start.comments)
  const [note, setNote] = useState(start.note)
  const available = toppingsOf(product, catalog)
  const soldOut = available.filter((topping) => topping.sold_out)
  const toppings = { ...added, ...Object.fromEntries(soldOut.map(({ id }) => [id, 0])) }
  const answers = asks.map(({ dish, title }, at) => ({
    dish,
    title,
    variant: variantFor(dish, chosen[at] ?? []),
  }))
  const dishes = answers.flatMap(({ dish, title, variant }) =>
    title !== null && variant ? [{ product_id: dish.id, variant: lineVariant(variant) }] : [],
  )
  const extras: LineTopping[] = available
    .filter((topping) => (toppings[topping.id] ?? 0) > 0)
    .map((topping) => ({
      id: topping.id,
      name: topping.name,
      price: topping.sale_amount,
      quantity: String(toppings[topping.id] ?? 0),
      choice: null,
    }))
  const question = asks.flatMap((ask, at) => ask.groups.filter((_, index) => !chosen[at]?.[index]))[0]
  const lacking = missingChoices(groups, options, all)
  const missing = question
    ? t('orders.chooseFirst', { group: question.name.toLowerCase() })
    : lacking.length > 0
      ? t(isOneOfOne(lacking) ? 'choosing.missingOne' : 'choosing.missingSome', { groups: namesOf(lacking) })
      : null
  return {
    /* What the questions show, and how they are answered. */
    asks,
    groups,
    all,
    available,
    known,
    state: { chosen, options, toppings, comments, note },
    set: {
      chosen: setChosen,
      options: setOptions,
      toppings: setToppings,
      comments: setComments,
      note: setNote,
    },
    /** Says what has no answer yet; null where nothing is missing. */
    missing,
    /** True where something has no answer, or the answers are no variant together. */
    incomplete: missing !== null || answers.some((answer) => !answer.variant),
    variant: answers.find((answer) => answer.title === null)?.variant ?? null,
    parts: partsOf(product, catalog, dishes),
    /** What was chosen in groups of options, then what was added by itself. */
    picked: [...lineToppings(groups, options, all), ...extras],
    comment: joinComment(comments, note),
  }
}

/** One answer is missing of a question that takes only one. */
const isOneOfOne = ([first, ...more]: MissingChoice[]) =>
  more.length === 0 && !!first && requiredOf(first.group) === 1

/** Returns the names of groups with how many they lack: "Carnes (1), Término". */
const namesOf = (lacking: MissingChoice[]) =>
  lacking
    .map(({ group, count }) => (requiredOf(group) === 1 ? group.name : `${group.name} (${count})`))
    .join(', ')

/** Returns the first choices: those of the line, else those without an alternative. */
function startOf(asks: Ask[], known: string[], line: Line | null, scanned?: Variant | null) {
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
    const id =
      title === null ? (line?.variant?.variant_id ?? scanned?.id) : had.splice(at, at < 0 ? 0 : 1)[0]?.id
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
    toppings: Object.fromEntries(
      (line?.toppings ?? []).filter(({ choice }) => !choice).map((each) => [each.id, Number(each.quantity)]),
    ),
    comments: said.chosen,
    note: said.note,
  }
}
