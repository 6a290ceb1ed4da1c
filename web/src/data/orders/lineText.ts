/** These pure functions write a line of an account: what is ordered of a dish, and what it weighs. */
import type { Line, LineTopping } from '../../api/model'
import i18n from '../../i18n/i18n'
import { amount, priceCentimos } from '../../ui/format'
import { type Measured, measureText } from '../../ui/measure'

/** Returns "0.850 kg a 120.00", or that it is still to be weighed; nothing for what is sold by the unit. */
export function measureOf(line: Measured & Pick<Line, 'measure_price'>): string {
  const measure = measureText(line)
  if (!measure) return ''
  if (!Number(line.measure)) return i18n.t('orders.toWeigh')
  return i18n.t(line.sale_unit === 'HG' ? 'orders.measuredBy100' : 'orders.measured', {
    measure,
    price: amount(priceCentimos(line.measure_price)),
  })
}

/**
 * Returns what was chosen in groups of options, one text for each: "Carnes: Bife ancho (Inglés), 2 Picaña + 8.00". The parts of one choice,
 * and what it opened, have its number.
 */
export function chosenOf(toppings: LineTopping[]): string[] {
  const groups = new Map<string, string[]>()
  for (const number of new Set(toppings.map(({ choice }) => choice?.number))) {
    const parts = toppings.filter(({ choice }) => choice && choice.number === number)
    const [first] = parts
    if (!first?.choice) continue
    const { group } = first.choice
    groups.set(group, [...(groups.get(group) ?? []), chosenText(first.name, parts)])
  }
  return [...groups].map(([group, options]) => `${group}: ${options.join(', ')}`)
}

function chosenText(option: string, parts: LineTopping[]): string {
  const opened = new Set<string>()
  let units = 0
  let adds = 0
  for (const { name, price, quantity, choice } of parts) {
    adds += priceCentimos(price) * Number(quantity)
    if (choice?.is_nested) opened.add(name)
    else units += Number(quantity)
  }
  const text = units > 1 ? `${units} ${option}` : option
  const whole = opened.size > 0 ? `${text} (${[...opened].join(', ')})` : text
  return adds > 0 ? `${whole} +\u00a0${amount(adds)}` : whole
}

/** Returns the text below a dish: what it weighs, variant, combo parts, chosen options, toppings. */
export function extrasOf(line: Line): string {
  const parts = line.combo_has_product.map((part) => {
    const name = part.variant ? `${part.name} (${part.variant.name})` : part.name
    return Number(part.quantity) > 1 ? `${Number(part.quantity)} ${name}` : name
  })
  const toppings = line.toppings
    .filter(({ choice }) => !choice)
    .map((topping) =>
      Number(topping.quantity) > 1 ? `+ ${topping.name} × ${Number(topping.quantity)}` : `+ ${topping.name}`,
    )
  return [measureOf(line), line.variant?.name, ...parts, ...chosenOf(line.toppings), ...toppings]
    .filter(Boolean)
    .join(' · ')
}

/** Returns the name of a line with what it weighs, where there is one row for it: "Lenguado 0.850 kg". */
export const measuredName = (line: Measured & { name: string }) =>
  `${line.name} ${measureText(line)}`.trimEnd()
