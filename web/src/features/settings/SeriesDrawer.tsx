import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { BillingSeries, BillingType } from '../../api/model'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { QuantityField, StatusField, TextField } from '../../ui/form/fields'
import { SelectField } from '../../ui/form/SelectField'
import { settingsStale } from './queries'
import { numberText } from './SeriesList'

interface Props {
  /** Null: a new one. */
  series: BillingSeries | null
  kinds: BillingType[]
  onClose: () => void
}

export function SeriesDrawer({ series, kinds, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={series ? t('billingConfig.edit', { serie: series.serie }) : t('billingConfig.new')}
      note={t('billingConfig.serieText')}
      entity={{ name: t('billingConfig.serieEntity'), feminine: true }}
      isNew={series === null}
      start={{
        billing_type_id: series?.billing_type_id ?? 1,
        serie: series?.serie ?? '',
        current_number: String(series?.current_number ?? 0),
        status: series?.status ?? 'ACTIVE',
      }}
      save={(values, key, changed) => {
        // An empty number is none: the server says what it wants.
        const body = series ? changed : values
        const { current_number: typed, ...rest } = body
        const whole = typed === undefined ? rest : { ...rest, current_number: Number(typed || 0) }
        return series
          ? write('PUT', `/billing-series/${series.id}`, key, whole)
          : write('POST', '/billing-series', key, whole)
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
      <TextField
        name="serie"
        label={t('billingConfig.serie')}
        required
        maxLength={4}
        disabled={(series?.last_issued ?? 0) > 0}
      />
      <QuantityField
        name="current_number"
        label={t('billingConfig.current')}
        description={
          series && series.last_issued > 0
            ? t('billingConfig.currentIssued', { number: numberText(series.last_issued) })
            : t('billingConfig.currentText')
        }
        decimals={0}
      />
      <StatusField label={t('billingConfig.enabled')} description={t('billingConfig.enabledText')} />
    </FormDrawer>
  )
}
