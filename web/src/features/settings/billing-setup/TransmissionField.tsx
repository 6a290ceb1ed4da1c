import { IconBuildingBank, IconNote, IconPlugConnected, IconServer2, IconTheater } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BillingGateway } from '../../../api/model'
import { useField } from '../../../ui/form/context'
import { type TransmissionChoice, transmissionChoiceOf } from './choices'
import c from './Setup.module.css'

const icons = {
  SUNAT: IconBuildingBank,
  OSE: IconServer2,
  PROVIDER: IconPlugConnected,
  DEMO: IconTheater,
  NONE: IconNote,
}

/** Chooses the way to the tax authority. The demonstration's way is offered to demonstrations alone. */
export function TransmissionField({ demo }: { demo: boolean }) {
  const { t } = useTranslation()
  const { value, error, set } = useField<BillingGateway>('gateway')
  const ways: TransmissionChoice[] = [
    'SUNAT',
    'OSE',
    'PROVIDER',
    ...(demo ? (['DEMO'] as const) : []),
    'NONE',
  ]
  return (
    <fieldset className={c.ways}>
      <legend className="sr">{t('billingSetup.which')}</legend>
      {ways.map((way) => {
        const Glyph = icons[way]
        const isChosen = transmissionChoiceOf(value) === way
        return (
          <label key={way} data-chosen={isChosen || undefined}>
            <input type="radio" name="gateway" checked={isChosen} onChange={() => set(way)} />
            <Glyph size={24} stroke={1.7} aria-hidden="true" />
            <span>
              <b>{t(`billingSetup.ways.${way}.name`)}</b>
              <small>{t(`billingSetup.ways.${way}.text`)}</small>
            </span>
          </label>
        )
      })}
      {error ? (
        <p role="alert" className={c.wrong}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
