/* Beside what is now, which follows every event: these change by the day and by the sale. */
export const lastDayKey = ['dashboard', 'last-day'] as const
export const salesGoalKey = ['dashboard', 'sales-goal'] as const
