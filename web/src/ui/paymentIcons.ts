import {
  IconBuildingBank,
  IconCalendarDollar,
  IconCash,
  IconCreditCard,
  IconDeviceMobile,
  IconFileInvoice,
  IconNotes,
  IconReceipt2,
  IconWallet,
} from '@tabler/icons-react'
import type { BillingType, PaymentOption } from '../api/model'
import { searchKey } from './format'

const methods: [RegExp, typeof IconCash][] = [
  [/yape|plin|mobile|celular|tunki/, IconDeviceMobile],
  [/visa|master|tarjeta|card|amex|diners|credito|debito/, IconCreditCard],
  [/transfer|bank|banco|deposito/, IconBuildingBank],
]

/** Finds an icon by the option's own icon name, else by words in its name. */
export function methodIcon(option: Pick<PaymentOption, 'name' | 'is_cash'> & { icon?: string | null }) {
  if (option.is_cash) return IconCash
  if (option.icon === 'credit') return IconCalendarDollar
  const key = searchKey(`${option.icon ?? ''} ${option.name}`)
  return methods.find(([word]) => word.test(key))?.[1] ?? IconWallet
}

export function documentIcon(type: BillingType) {
  const key = searchKey(`${type.code} ${type.name}`)
  if (key.includes('factura') || type.code === '01') return IconFileInvoice
  if (key.includes('boleta') || type.code === '03') return IconReceipt2
  return IconNotes
}
