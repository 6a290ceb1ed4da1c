import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import { useField } from '../../../ui/form/context'
import { type LawRates, percentText } from '../law/rates'
import c from './RateChoice.module.css'

const kinds = ['general', 'reduced'] as const

/** Returns whether there are two rates to choose from, and the company has one of them. */
export const isChoice = (rates: LawRates, percent: string) =>
  rates.general !== undefined &&
  rates.reduced !== undefined &&
  (percent === rates.general || percent === rates.reduced)

/** Asks for the company's IGV, and explains the rule of the lower rate in a sentence. */
export function RateChoice({ rates }: { rates: LawRates }) {
  const { t } = useTranslation()
  const { value, error, set } = useField<string>('igv_percent')
  return (
    <fieldset className={c.choice}>
      <legend>{t('firstUse.igv.label')}</legend>
      {kinds.map((kind) => (
        <label key={kind} data-chosen={value === rates[kind] || undefined}>
          <input
            type="radio"
            name="igv_percent"
            checked={value === rates[kind]}
            onChange={() => set(rates[kind] ?? '')}
          />
          <span>
            <b>{percentText(rates[kind] ?? '')}</b>
            <small>{t(`firstUse.igv.${kind}Text`)}</small>
          </span>
        </label>
      ))}
      {error ? (
        <p role="alert" className={c.wrong}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

/** Sets a rate from this issue date on: one that was chosen earlier today is removed first. */
export async function chooseRate(percent: string, day: string, name: string, key: string) {
  const rates = (await list('/tax-rates')).rows
  const [present, ...earlier] = rates.filter((rate) => rate.valid_from <= day)
  if (present?.percent === percent) return
  const ofToday = present?.valid_from === day
  if (present && ofToday) await write('DELETE', `/tax-rates/${present.id}`, key, {})
  if (ofToday && earlier[0]?.percent === percent) return
  await write('POST', '/tax-rates', key, { valid_from: day, percent, name })
}

export const nameOfRate = (rates: LawRates, percent: string) =>
  percent === rates.reduced ? 'reduced' : 'general'
