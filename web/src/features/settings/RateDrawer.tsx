import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { RateWithPrices } from '../../api/model'
import { settingsStale } from '../../data/settings/queries'
import { DateField } from '../../ui/form/DateField'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { QuantityField, TextField } from '../../ui/form/fields'
import { FormRow } from '../../ui/form/Group'
import { SelectField } from '../../ui/form/SelectField'
import { today } from '../../ui/format'
import { lawKeys } from './law/keys'
import { useLaw } from './law/queries'
import { percentText, ratesOn } from './law/rates'
import c from './Settings.module.css'

const kinds = ['reduced', 'general'] as const
type Kind = (typeof kinds)[number] | 'other'

const startOf = (rate?: RateWithPrices) =>
  rate
    ? { kind: 'other' as Kind, percent: rate.percent, name: rate.name, valid_from: rate.valid_from }
    : { kind: 'reduced' as Kind, percent: '', name: '', valid_from: '' }

/** Adds a rate from a day on: one that the law knows on that day, or another. With `rate` it changes that one. */
export function RateDrawer({ rate, onClose }: { rate?: RateWithPrices; onClose: () => void }) {
  const { t } = useTranslation()
  const law = useLaw().data
  const now = today()
  if (!law) return null
  return (
    <FormDrawer
      title={t(rate ? 'global.rateEdit' : 'global.rateNew')}
      entity={{ name: t('global.rateEntity'), feminine: true }}
      isNew={!rate}
      start={startOf(rate)}
      save={({ kind, percent, name, valid_from }, key) => {
        const body = {
          valid_from,
          percent: kind === 'other' ? percent : (ratesOn(law.facts, valid_from)[kind] ?? ''),
          name: kind === 'other' ? name : t(`global.kindNames.${kind}`),
        }
        return rate
          ? write('PUT', `/tax-rates/${rate.id}`, key, body)
          : write('POST', '/tax-rates', key, body)
      }}
      stale={[...settingsStale, lawKeys.all]}
      onClose={onClose}
    >
      {(form) => {
        const { kind, valid_from } = form.getValues()
        const rates = ratesOn(law.facts, valid_from || now)
        const known = kinds.filter((each) => rates[each] || each === kind)
        return (
          <>
            <DateField name="valid_from" label={t('global.rateFrom')} required />
            {rate && rate.planned_prices > 0 ? (
              <p className={c.note}>{t('global.ratePricesMove', { count: rate.planned_prices })}</p>
            ) : null}
            <SelectField
              name="kind"
              label={t('global.rateKind')}
              options={[
                ...known.map((value) => ({
                  value,
                  label: t(`global.kinds.${value}`, {
                    percent: rates[value] ? percentText(rates[value]) : t('global.kindEnded'),
                  }),
                })),
                { value: 'other', label: t('global.kinds.other') },
              ]}
            />
            {kind === 'other' ? (
              <FormRow>
                <TextField name="name" label={t('global.rateName')} maxLength={60} />
                <QuantityField name="percent" label={t('global.ratePercent')} decimals={2} unit="%" />
              </FormRow>
            ) : null}
          </>
        )
      }}
    </FormDrawer>
  )
}
