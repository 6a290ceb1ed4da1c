import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { BillingSeries, BillingType } from '../../api/model'
import { settingsStale } from '../../data/settings/queries'
import { useField } from '../../ui/form/context'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { QuantityField, StatusField, SwitchField, TextField } from '../../ui/form/fields'
import { SelectField } from '../../ui/form/SelectField'
import { numberText } from './SeriesList'

interface Props {
  /** The series to edit; null makes a new one. */
  series: BillingSeries | null
  kinds: BillingType[]
  onClose: () => void
}

interface Numbers {
  current_number?: string
  first_number?: string
  last_number?: string
}

/* Returns what is written: an empty number of the range is null, and the server refuses impossible ones. */
function bodyOf<T extends Numbers>({ current_number, first_number, last_number, ...rest }: T) {
  const range = Object.entries({ first_number, last_number }).filter(([, text]) => text !== undefined)
  return {
    ...rest,
    ...(current_number === undefined ? {} : { current_number: Number(current_number || 0) }),
    ...Object.fromEntries(range.map(([name, text]) => [name, text ? Number(text) : null])),
  }
}

export function SeriesDrawer({ series, kinds, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={series ? t('billingConfig.edit', { serie: series.serie }) : t('billingConfig.new')}
      note={t(series?.is_contingency ? 'billingConfig.contingencyText' : 'billingConfig.serieText')}
      entity={{ name: t('billingConfig.serieEntity'), feminine: true }}
      isNew={series === null}
      start={{
        billing_type_id: series?.billing_type_id ?? 1,
        serie: series?.serie ?? '',
        current_number: String(series?.current_number ?? 0),
        is_contingency: series?.is_contingency ?? false,
        first_number: series?.first_number ? String(series.first_number) : '',
        last_number: series?.last_number ? String(series.last_number) : '',
        establishment: series?.establishment ?? '0000',
        establishment_address: series?.establishment_address ?? '',
        status: series?.status ?? 'ACTIVE',
      }}
      save={(values, key, changed) => {
        const body = bodyOf(series ? changed : values)
        return series
          ? write('PUT', `/billing-series/${series.id}`, key, body)
          : write('POST', '/billing-series', key, body)
      }}
      nameOf={(values) => values.serie.toUpperCase()}
      stale={settingsStale}
      onClose={onClose}
    >
      <SelectField
        name="billing_type_id"
        label={t('billingConfig.type')}
        disabled={series !== null}
        options={kinds.map((kind) => ({ value: kind.id, label: kind.name }))}
      />
      {series ? null : (
        <SwitchField
          name="is_contingency"
          label={t('billingConfig.contingency')}
          description={t('billingConfig.contingencyText')}
        />
      )}
      <TextField
        name="serie"
        label={t('billingConfig.serie')}
        required
        maxLength={4}
        disabled={(series?.last_issued ?? 0) > 0}
      />
      <CurrentNumber issued={series?.last_issued ?? 0} />
      <AuthorisedNumbers />
      <EstablishmentFields />
      <StatusField label={t('billingConfig.enabled')} description={t('billingConfig.enabledText')} />
    </FormDrawer>
  )
}

/* Asks for the number before the next one; `issued` is the highest that a document has. */
function CurrentNumber({ issued }: { issued: number }) {
  const { t } = useTranslation()
  return (
    <QuantityField
      name="current_number"
      label={t('billingConfig.current')}
      description={
        issued > 0
          ? t('billingConfig.currentIssued', { number: numberText(issued) })
          : t('billingConfig.currentText')
      }
      decimals={0}
    />
  )
}

/* Asks for the numbers that SUNAT authorised for a printed series. */
function AuthorisedNumbers() {
  const { t } = useTranslation()
  const { value: isContingency } = useField<boolean>('is_contingency')
  if (!isContingency) return null
  return (
    <>
      <QuantityField
        name="first_number"
        label={t('billingConfig.firstNumber')}
        description={t('billingConfig.rangeText')}
        decimals={0}
      />
      <QuantityField name="last_number" label={t('billingConfig.lastNumber')} decimals={0} />
    </>
  )
}

/* Asks for the branch that SUNAT knows by this code. */
function EstablishmentFields() {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        name="establishment"
        label={t('billingConfig.establishment')}
        description={t('billingConfig.establishmentText')}
        maxLength={4}
        inputMode="numeric"
      />
      <TextField
        name="establishment_address"
        label={t('billingConfig.establishmentAddress')}
        description={t('billingConfig.establishmentAddressText')}
        maxLength={200}
      />
    </>
  )
}
