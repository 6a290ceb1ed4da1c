import type { PurchaseDocument } from '../../api/model'

/** The papers that goods come with. */
export const paperKinds: readonly PurchaseDocument[] = ['BOLETA', 'FACTURA', 'NOTA_VENTA', 'OTRO']

/** Which paper a serie is of, by its letter: F and E are facturas, B boletas. What has none stays what it was. */
export function documentOf(serie: string, was: PurchaseDocument): PurchaseDocument {
  if (/^[FE]/.test(serie)) return 'FACTURA'
  return /^B/.test(serie) ? 'BOLETA' : was
}
