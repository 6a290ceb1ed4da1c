import type { SaleCatalog } from '../../../api/model'
import type { BuiltLine } from '../taps'

/** Puts a new line into its product's course, and lets it leave at once where the waiter said so; a copied line keeps its own. */
export function placed(line: BuiltLine, catalog: SaleCatalog, rush: boolean): BuiltLine {
  if (line.course !== undefined) return line
  const product = catalog.products.find(({ id }) => id === line.product.id)
  const course = catalog.courses.find(({ id }) => id === product?.course_id)
  if (!course) return { ...line, course: null, hold: rush ? false : null }
  const { id, name, position, at_once } = course
  return { ...line, course: { id, name, position, at_once }, hold: rush ? false : null }
}
