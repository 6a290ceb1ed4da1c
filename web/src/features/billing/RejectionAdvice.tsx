import { useTranslation } from 'react-i18next'
import c from '../../widgets/documents/DocumentSheet.module.css'
import type { TaxState } from '../../widgets/documents/taxState'

interface Props {
  state: TaxState
  what_to_do?: string | null
  sunat_code: string
  sunat_message: string
}

const isBad = (state: TaxState) => state === 'REJECTED' || state === 'FAILED'

/** Says in a sentence what to do; SUNAT's own words are one tap away. */
export function RejectionAdvice({ what_to_do, sunat_code, sunat_message, state }: Props) {
  const { t } = useTranslation()
  if (!what_to_do) return null
  return (
    <div className={c.cause} data-tone={isBad(state) ? 'bad' : 'warning'}>
      <b>{t(isBad(state) ? `documentSheet.cause.${state}` : `taxState.text.${state}`)}</b>
      <p>{what_to_do}</p>
      <details>
        <summary>{t('documentSheet.sunat')}</summary>
        <code>
          {sunat_code} · {sunat_message}
        </code>
      </details>
    </div>
  )
}
