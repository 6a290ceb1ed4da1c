/** These pure functions compute the progress of a month. Amounts are céntimos. */
import type { SalesGoal } from '../../../api/model'
import { centimos } from '../../../ui/format'

export interface Progress {
  goal: number
  /** The part reached in whole percent, rounded down by the server: a goal that is not reached is never shown as 100. */
  percent: number
  /** The filled part of the bar, 0 to 100. */
  filled: number
  /** The missing amounts in céntimos; null once the goal is reached. */
  missing: { left: number; perDay: number } | null
  /** The sales above the goal, in céntimos. */
  beyond: number
}

/** Returns the progress of the month; null where there is no goal. */
export function progressOf(month: SalesGoal): Progress | null {
  if (month.goal === null) return null
  const [goal, sold] = [centimos(month.goal), centimos(month.sold)]
  const percent = Number(month.percent)
  return {
    goal,
    percent,
    filled: Math.min(100, Math.max(0, percent)),
    missing: sold < goal ? { left: centimos(month.left), perDay: centimos(month.per_day) } : null,
    beyond: Math.max(0, sold - goal),
  }
}

/** Returns whether the next month begins with another goal, or none. */
export const isOtherNext = (month: SalesGoal) => centimos(month.goal) !== centimos(month.next_goal)
