import { useTranslation } from 'react-i18next'
import type { Kardex } from '../../../data/inventory/types'
import { plain } from '../../../ui/figures'
import c from './KardexScreen.module.css'

interface Props {
  kardex: Kardex
  /** True when the period ends now, so that the last balance is the present stock. */
  isNow: boolean
}

/** Shows the stock before, the entries, the exits and the stock after. */
export function KardexFigures({ kardex, isNow }: Props) {
  const { t } = useTranslation()
  const unit = kardex.item.measurement
  const figures = [
    ['initial', kardex.before_quantity],
    ['entered', kardex.entries],
    ['left', kardex.exits],
    [isNow ? 'have' : 'final', kardex.after_quantity],
  ] as const
  return (
    <dl className={c.figures} aria-label={t('kardex.figures')}>
      {figures.map(([key, quantity]) => (
        <div key={key}>
          <dt>{t(`kardex.${key}`)}</dt>
          <dd
            data-in={(key === 'entered' && Number(quantity) > 0) || undefined}
            data-below={Number(quantity) < 0 || undefined}
          >
            {t('kardex.quantity', { quantity: plain(quantity), unit })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
