import type { PurchaseDocument } from '../../api/model'

/** The papers that goods come with. */
export const paperKinds: readonly PurchaseDocument[] = ['BOLETA', 'FACTURA', 'NOTA_VENTA', 'OTRO']
