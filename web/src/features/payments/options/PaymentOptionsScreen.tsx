import {
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconDeviceMobile,
  IconFileDollar,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { PaymentOption, PaymentType } from '../../../api/model'
import { paymentKeys } from '../../../data/payments/keys'
import { paymentTypes } from '../../../data/payments/paymentTypes'
import { ListScreen } from '../../../ui/list/ListScreen'
import { useStatusFilter } from '../../../ui/list/useStatusFilter'
import { PaymentOptionDrawer } from './PaymentOptionDrawer'
import c from './PaymentOptionsScreen.module.css'

const icons: Record<PaymentType, TablerIcon> = {
  1: IconCash,
  2: IconCreditCard,
  3: IconDeviceMobile,
  4: IconBuildingBank,
  5: IconFileDollar,
}

/** Lists the ways to pay: those that the till offers, and those counted apart when it closes. */
export default function PaymentOptionsScreen() {
  const { t } = useTranslation()
  const status = useStatusFilter(false)
  const typeOf = (row: PaymentOption) => t(`paymentOptions.types.${row.payment_type_id}`)
  return (
    <ListScreen
      title={t('paymentOptions.title')}
      entity={{ name: t('paymentOptions.entity') }}
      path="/payment-options"
      queryKey={paymentKeys.options}
      alsoStale={[paymentKeys.config]}
      name={(row) => row.name}
      nameLabel={t('paymentOptions.name')}
      nameSort="name"
      note={(row) => (row.is_cash ? t('paymentOptions.inDrawer') : null)}
      picture={(row) => <Sign row={row} />}
      columns={[
        {
          key: 'payment_type_id',
          label: t('paymentOptions.type'),
          sortable: true,
          from: 'tablet',
          value: typeOf,
        },
        {
          key: 'asks_operation_number',
          label: t('paymentOptions.operation'),
          from: 'tablet',
          value: (row) =>
            row.asks_operation_number ? t('paymentOptions.asks') : t('paymentOptions.asksNot'),
        },
      ]}
      filters={[
        {
          name: 'payment_type_id',
          label: t('paymentOptions.type'),
          options: paymentTypes.map((type) => ({
            value: String(type),
            label: t(`paymentOptions.types.${type}`),
          })),
        },
        status,
      ]}
      search={t('paymentOptions.search')}
      summary={(count, active) => t('paymentOptions.summary', { count, active })}
      setStatus={(row, wanted, key) =>
        write('PATCH', `/payment-options/${row.id}/status`, key, { status: wanted })
      }
      remove={(row, key) => write('DELETE', `/payment-options/${row.id}`, key, {})}
      create={{ label: t('paymentOptions.new'), short: t('paymentOptions.newShort') }}
      empty={{
        title: t('paymentOptions.emptyTitle'),
        text: t('paymentOptions.emptyText'),
        way: t('paymentOptions.way'),
        wayText: t('paymentOptions.wayText'),
      }}
      form={(row, close) => <PaymentOptionDrawer key={row?.id ?? 'new'} option={row} onClose={close} />}
    />
  )
}

function Sign({ row }: { row: PaymentOption }) {
  const Glyph = icons[row.payment_type_id]
  return (
    <span className={c.sign}>
      <Glyph size={22} stroke={1.8} aria-hidden="true" />
    </span>
  )
}
