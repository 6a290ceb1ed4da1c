/* These keys lie apart from the panel's present figures, which follow every event: they change by the day and by the sale. */
export const lastDayKey = ['dashboard', 'last-day'] as const
export const salesGoalKey = ['dashboard', 'sales-goal'] as const
