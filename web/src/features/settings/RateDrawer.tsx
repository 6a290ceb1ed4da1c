import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { TaxRate } from '../../api/model'
import { DateField } from '../../ui/form/DateField'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { QuantityField, TextField } from '../../ui/form/fields'
import { FormRow } from '../../ui/form/Group'
import { SelectField } from '../../ui/form/SelectField'
import { settingsStale } from './queries'

const percents = { general: '18', reduced: '10.5' } as const
type Kind = keyof typeof percents | 'other'

const startOf = (rate?: TaxRate) =>
  rate
    ? { kind: 'other' as Kind, percent: rate.percent, name: rate.name, valid_from: rate.valid_from }
    : { kind: 'reduced' as Kind, percent: '', name: '', valid_from: '' }

/** A rate that begins one day: the two that the law knows now, or another. With `rate` it changes that one. */
export function RateDrawer({ rate, onClose }: { rate?: TaxRate; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={t(rate ? 'global.rateEdit' : 'global.rateNew')}
      entity={{ name: t('global.rateEntity'), feminine: true }}
      isNew={!rate}
      start={startOf(rate)}
      save={({ kind, percent, name, valid_from }, key) => {
        const body = {
          valid_from,
          percent: kind === 'other' ? percent : percents[kind],
          name: kind === 'other' ? name : t(`global.kindNames.${kind}`),
        }
        return rate
          ? write('PUT', `/tax-rates/${rate.id}`, key, body)
          : write('POST', '/tax-rates', key, body)
      }}
      stale={settingsStale}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SelectField
            name="kind"
            label={t('global.rateKind')}
            options={(['general', 'reduced', 'other'] as const).map((value) => ({
              value,
              label: t(`global.kinds.${value}`),
            }))}
          />
          {form.getValues().kind === 'other' ? (
            <FormRow>
              <TextField name="name" label={t('global.rateName')} maxLength={60} />
              <QuantityField name="percent" label={t('global.ratePercent')} decimals={2} unit="%" />
            </FormRow>
          ) : null}
          <DateField name="valid_from" label={t('global.rateFrom')} required />
        </>
      )}
    </FormDrawer>
  )
}
