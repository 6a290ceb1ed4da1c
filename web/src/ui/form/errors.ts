/** The server's `errors: {field: [text]}`, sorted by where they are shown. */
export interface PlacedErrors {
  /** Errors shown at a field of the form. */
  at: Record<string, string>
  /** Errors at no field of the form, shown above its buttons. */
  rest: string[]
}

/** Returns one name for both forms of a field: `lines[2].qty` and `lines.2.qty` are the same. */
const dotted = (name: string) => name.replace(/\[(\w+)\]/g, '.$1')

/**
 * Puts each error at the field of its name; else at the nearest field that holds it (`supply_items` for `supply_items.0.qty`).
 */
export function placeErrors(errors: Record<string, string>, fields: Iterable<string>): PlacedErrors {
  const known = new Set(fields)
  const placed: PlacedErrors = { at: {}, rest: [] }
  for (const [name, text] of Object.entries(errors)) {
    let field = dotted(name)
    while (!known.has(field) && field.includes('.')) field = field.slice(0, field.lastIndexOf('.'))
    if (!known.has(field)) placed.rest.push(text)
    else placed.at[field] ??= text
  }
  return placed
}

/** Returns the fields that were changed: PUT changes only what it is given. */
export function changedOf<V extends object>(start: V, values: V): Partial<V> {
  const entries = Object.entries(values) as [keyof V, unknown][]
  return Object.fromEntries(entries.filter(([name, value]) => !same(value, start[name]))) as Partial<V>
}

const same = (a: unknown, b: unknown) =>
  a === b || (!(a instanceof Blob) && !(b instanceof Blob) && JSON.stringify(a) === JSON.stringify(b))
