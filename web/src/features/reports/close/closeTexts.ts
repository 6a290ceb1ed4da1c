/** These pure functions put a cash box and the acts of a close into a few words. */
import type { TFunction } from 'i18next'
import type { CloseOfDay } from '../../../api/model'
import { amount, centimos, money } from '../../../ui/format'

export type DayCash = CloseOfDay['cashboxes'][number]
export type DayAct = CloseOfDay['acts'][number]

/** Returns `falta S/ 215.00 (Efectivo 11.15, Yape 203.85) y sobra S/ 3.00 (Plin 3.00)`; cash alone is not named. */
export function cashDifferenceText(cash: DayCash, t: TFunction) {
  const plain = cash.differences.every((each) => each.is_cash)
  const told = (sum: string, text: 'close.short' | 'close.over', lacking: boolean) => {
    if (centimos(sum) === 0) return null
    const own = cash.differences.filter((each) => centimos(each.amount) < 0 === lacking)
    const ways = own.map((each) => `${each.name} ${amount(Math.abs(centimos(each.amount)))}`).join(', ')
    return t(text, { amount: money(centimos(sum)) }) + (plain || !ways ? '' : ` (${ways})`)
  }
  const short = told(cash.short, 'close.short', true)
  const over = told(cash.over, 'close.over', false)
  return short && over ? t('close.both', { short, over }) : (short ?? over ?? '')
}

/** Returns the amount of acts, and the cost of the goods that were thrown away with them, as text. */
export function actDetailText(act: DayAct, t: TFunction) {
  const sum = centimos(act.amount) === 0 ? null : amount(centimos(act.amount))
  const cost = centimos(act.cost) === 0 ? null : t('close.cost', { amount: amount(centimos(act.cost)) })
  return [sum, cost].filter((each) => each !== null).join(' · ') || undefined
}
