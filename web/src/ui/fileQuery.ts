/** Returns the query of a list for its file: it has no page, and no empty values. */
export const fileQuery = (asked: object): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(asked).filter(
      ([name, value]) => value != null && value !== '' && name !== 'page' && name !== 'per_page',
    ),
  )
