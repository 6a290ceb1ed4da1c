/** Groups of options, whose keys stand apart so that the start of the app does not hold them; they follow the catalog's events. */
export const choiceKeys = {
  groups: ['catalog', 'choice-groups'] as const,
  allGroups: ['catalog', 'choice-groups', 'all'] as const,
}
