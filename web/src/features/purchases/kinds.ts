import type { PaperKind } from './types'

/** The papers that goods come with. */
export const paperKinds: readonly PaperKind[] = ['BOLETA', 'FACTURA', 'NOTA_VENTA', 'OTRO']
