import type { ChoiceGroup } from '../../api/model'
import i18n from '../../i18n/i18n'
import { priceCentimos } from '../../ui/format'
import '../../i18n/choices'

type Rule = Pick<ChoiceGroup, 'minimum' | 'maximum' | 'free'> & { options: { amount: string | null }[] }

/** Returns the rule of a group in words: "Elige 3", "2 incluidas, hasta 4", "Opcional, hasta 3, sin costo". */
export function ruleOf({ minimum: min, maximum: max, free, options }: Rule): string {
  const isFree = free >= max || options.every((option) => priceCentimos(option.amount) === 0)
  if (min === max) return i18n.t('choosing.exactly', { max })
  if (free > 0 && !isFree) return i18n.t('choosing.included', { count: free, max })
  if (min > 0) return i18n.t('choosing.between', { min, max })
  return i18n.t(isFree ? 'choosing.optionalFree' : 'choosing.optional', { max })
}

/** Returns the rule with how many are chosen: "Elige 3 · 2 de 3", "2 incluidas, hasta 4 · vas 3". */
export function ruleWithCount(rule: Rule, chosen: number): string {
  const { minimum, maximum: max } = rule
  if (max === 1 || (chosen === 0 && minimum !== max)) return ruleOf(rule)
  return `${ruleOf(rule)} · ${i18n.t(minimum === max ? 'choosing.chosenOf' : 'choosing.soFar', { chosen, max })}`
}
