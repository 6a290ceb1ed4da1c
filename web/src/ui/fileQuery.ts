/** What a list is asked for with, as its file is: of all pages, and without what nobody said. */
export const fileQuery = (asked: object): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(asked).filter(
      ([name, value]) => value != null && value !== '' && name !== 'page' && name !== 'per_page',
    ),
  )
