/** These pure functions write a line of an account: what is ordered of a dish, and what it weighs. */
import type { Line } from '../../api/model'
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

/** Returns the text below a dish: what it weighs, variant, combo parts, toppings. */
export function extrasOf(line: Line): string {
  const parts = line.combo_has_product.map((part) => {
    const name = part.variant ? `${part.name} (${part.variant.name})` : part.name
    return Number(part.quantity) > 1 ? `${Number(part.quantity)} ${name}` : name
  })
  const toppings = line.toppings.map((topping) =>
    Number(topping.quantity) > 1 ? `+ ${topping.name} × ${Number(topping.quantity)}` : `+ ${topping.name}`,
  )
  return [measureOf(line), line.variant?.name, ...parts, ...toppings].filter(Boolean).join(' · ')
}

/** Returns the name of a line with what it weighs, where there is one row for it: "Lenguado 0.850 kg". */
export const measuredName = (line: Measured & { name: string }) =>
  `${line.name} ${measureText(line)}`.trimEnd()
