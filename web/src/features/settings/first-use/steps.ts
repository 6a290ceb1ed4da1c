import type { FirstUseStep } from '../../../api/model'

/** How long a step takes somebody who does it for the first time. */
const minutes: Record<string, number> = { COMPANY: 3, FLOOR: 1, PRODUCTS: 2, PRINTERS: 5, SALE: 2 }

export const minutesOf = (key: string) => minutes[key] ?? 1

/** What the steps that are not done take together. */
export const minutesLeft = (steps: readonly Pick<FirstUseStep, 'key' | 'done'>[]) =>
  steps.filter((step) => !step.done).reduce((sum, step) => sum + minutesOf(step.key), 0)

/** The step that is open: the one asked for, else the first that is not done. */
export function presentStep(steps: readonly Pick<FirstUseStep, 'key' | 'done'>[], asked: string | null) {
  const named = steps.find((step) => step.key === asked)
  return (named ?? steps.find((step) => !step.done))?.key ?? null
}
