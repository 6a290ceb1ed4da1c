import { IconKeyboard, IconScale } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Measure } from './useMeasure'
import c from './WeightPanel.module.css'

/** Chooses between the scale and the keys; a house without a scale sees nothing of it. */
export function WeightTabs({ measure: { scales, way, setWay } }: { measure: Measure }) {
  const { t } = useTranslation()
  if (scales.scale === null) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div className={c.tabs} role="group" aria-label={t('weight.scale.tabs')}>
      <button type="button" aria-pressed={way === 'scale'} onClick={() => setWay('scale')}>
        <IconScale size={20} stroke={1.9} aria-hidden="true" />
        {t('weight.scale.tab')}
      </button>
      <button type="button" aria-pressed={way === 'type'} onClick={() => setWay('type')}>
        <IconKeyboard size={20} stroke={1.9} aria-hidden="true" />
        {t('weight.scale.type')}
      </button>
    </div>
  )
}
