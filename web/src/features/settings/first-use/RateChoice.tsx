import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import { useField } from '../../../ui/form/context'
import c from './RateChoice.module.css'

/** The two that the law knows, as the server writes them. */
const percents = { general: '18', reduced: '10.5' } as const
type Kind = keyof typeof percents
export type Percent = (typeof percents)[Kind]

export const isUsual = (percent: string): percent is Percent =>
  (Object.values(percents) as string[]).includes(percent)

/** The company's IGV, with the rule of the lower one in a sentence. */
export function RateChoice() {
  const { t } = useTranslation()
  const { value, error, set } = useField<Percent>('igv_percent')
  return (
    <fieldset className={c.choice}>
      <legend>{t('firstUse.igv.label')}</legend>
      {(Object.keys(percents) as Kind[]).map((kind) => (
        <label key={kind} data-chosen={value === percents[kind] || undefined}>
          <input
            type="radio"
            name="igv_percent"
            checked={value === percents[kind]}
            onChange={() => set(percents[kind])}
          />
          <span>
            <b>{t(`firstUse.igv.${kind}`)}</b>
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

/** Lets a rate hold from this business day on: what was chosen earlier today is taken back first. */
export async function chooseRate(percent: Percent, day: string, name: string, key: string) {
  const rates = (await list('/tax-rates')).rows
  const [present, ...earlier] = rates.filter((rate) => rate.valid_from <= day)
  if (present?.percent === percent) return
  const ofToday = present?.valid_from === day
  if (present && ofToday) await write('DELETE', `/tax-rates/${present.id}`, key, {})
  if (ofToday && earlier[0]?.percent === percent) return
  await write('POST', '/tax-rates', key, { valid_from: day, percent, name })
}

export const nameOfRate = (percent: Percent) => (percent === percents.reduced ? 'reduced' : 'general')
