import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { PaymentOption } from '../../../api/model'
import { paymentKeys } from '../../../data/payments/keys'
import { creditType, paymentTypes } from '../../../data/payments/paymentTypes'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { StatusField, SwitchField, TextField } from '../../../ui/form/fields'
import { SelectField } from '../../../ui/form/SelectField'

interface Props {
  /** The way to pay to edit; null makes a new one. */
  option: PaymentOption | null
  onClose: () => void
}

export function PaymentOptionDrawer({ option, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={option ? t('paymentOptions.edit') : t('paymentOptions.new')}
      entity={{ name: t('paymentOptions.entity') }}
      isNew={option === null}
      start={{
        name: option?.name ?? '',
        payment_type_id: option?.payment_type_id ?? 3,
        is_cash: option?.is_cash ?? false,
        asks_operation_number: option?.asks_operation_number ?? true,
        status: option?.status ?? 'ACTIVE',
      }}
      save={(values, key, changed) =>
        option
          ? write('PUT', `/payment-options/${option.id}`, key, changed)
          : write('POST', '/payment-options', key, values)
      }
      nameOf={(values) => values.name}
      stale={[paymentKeys.options, paymentKeys.config]}
      onClose={onClose}
    >
      <TextField name="name" label={t('paymentOptions.nameField')} required maxLength={40} />
      {option?.payment_type_id === creditType ? (
        <p>{t('paymentOptions.creditText')}</p>
      ) : (
        <>
          <SelectField
            name="payment_type_id"
            label={t('paymentOptions.type')}
            options={paymentTypes.map((type) => ({ value: type, label: t(`paymentOptions.types.${type}`) }))}
          />
          <SwitchField
            name="asks_operation_number"
            label={t('paymentOptions.asksOperation')}
            description={t('paymentOptions.asksOperationText')}
          />
          <SwitchField
            name="is_cash"
            label={t('paymentOptions.cash')}
            description={t('paymentOptions.cashText')}
          />
        </>
      )}
      <StatusField label={t('paymentOptions.active')} description={t('paymentOptions.activeText')} />
    </FormDrawer>
  )
}
