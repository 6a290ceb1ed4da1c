/** The server's `errors: {field: [text]}`, sorted by where they are shown. */
export interface Placed {
  /** Errors shown at a field of the form. */
  at: Record<string, string>
  /** About nothing that the form asks: above its buttons. */
  rest: string[]
}

/** `lines[2].qty` and `lines.2.qty` are the same field. */
const dotted = (name: string) => name.replace(/\[(\w+)\]/g, '.$1')

/**
 * Puts each text at the field of its name; else at the nearest field that holds it (`supply_items` for
 * `supply_items.0.qty`).
 */
export function placeErrors(errors: Record<string, string>, fields: Iterable<string>): Placed {
  const known = new Set(fields)
  const placed: Placed = { at: {}, rest: [] }
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
