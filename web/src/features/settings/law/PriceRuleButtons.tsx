import { SegmentedControl } from '@mantine/core'
import { IconEqual, IconListDetails, IconScale } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RateChange } from '../../../api/model'
import { BigKey } from '../../../ui/BigKey'
import { quantity } from '../../../ui/format'
import type { PriceDecision } from './prices'
import { type Rounding, roundings } from './queries'
import c from './RateChange.module.css'

interface Props {
  change: RateChange
  way: PriceDecision
  rounding: Rounding
  onWay: (way: PriceDecision) => void
  onRounding: (rounding: Rounding) => void
}

/** Shows the three ways to answer a new rate, and the rounding of new prices. */
export function PriceRuleButtons({ change, way, rounding, onWay, onRounding }: Props) {
  const { t } = useTranslation()
  const keys = [
    { value: 'KEEP_PRICES', icon: IconEqual, text: t('law.ways.KEEP_PRICES_text') },
    {
      value: 'KEEP_LEFT',
      icon: IconScale,
      text: t('law.ways.KEEP_LEFT_text', { percent: quantity(change.average_rise_percent ?? 0), rounding }),
    },
    { value: 'BY_DISH', icon: IconListDetails, text: t('law.ways.BY_DISH_text') },
  ] as const
  return (
    <div className={c.ways}>
      <div className={c.keys} role="radiogroup" aria-label={t('law.way')}>
        {keys.map((key) => (
          <BigKey
            key={key.value}
            icon={key.icon}
            title={t(`law.ways.${key.value}`)}
            text={key.text}
            checked={way === key.value}
            onPick={() => onWay(key.value)}
          />
        ))}
      </div>
      {way === 'KEEP_LEFT' ? (
        <div className={c.rounding}>
          <span id="law-rounding">{t('law.rounding')}</span>
          <SegmentedControl
            aria-labelledby="law-rounding"
            data={[...roundings]}
            value={rounding}
            onChange={(value) => onRounding(value as Rounding)}
          />
        </div>
      ) : null}
    </div>
  )
}
