import type { FirstUseStep } from '../../../api/model'

/** The minutes that each step takes somebody who does it for the first time. */
const minutes: Record<string, number> = { COMPANY: 3, FLOOR: 1, PRODUCTS: 2, STOCK: 3, PRINTERS: 5, SALE: 2 }

export const minutesOf = (key: string) => minutes[key] ?? 1

type Known = Pick<FirstUseStep, 'key' | 'done' | 'optional'>

/** Returns the minutes of the steps that are not done and cannot wait. */
export const minutesLeft = (steps: readonly Known[]) =>
  steps.filter((step) => !step.done && !step.optional).reduce((sum, step) => sum + minutesOf(step.key), 0)

/** Returns the open step: the one asked for, else the first that is not done and cannot wait. */
export function presentStep(steps: readonly Known[], asked: string | null) {
  const named = steps.find((step) => step.key === asked)
  return (named ?? steps.find((step) => !step.done && !step.optional))?.key ?? null
}
