import type { TFunction } from 'i18next'
import type { PaymentInfo } from '../../api/model'
import { quantity } from '../../ui/format'

/** Says `1 de 2 ya pagado`. */
export function paidUnits(line: PaymentInfo['lines'][number], t: TFunction): string {
  if (Number(line.qty_paid) <= 0) return ''
  return t('payments.paidUnits', { paid: quantity(line.qty_paid), of: quantity(line.qty_original) })
}
