import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { PlannedPrices } from './PlannedPrices'
import { type Rounding, useRateChange } from './queries'
import { RateChangeForm } from './RateChangeForm'
import { useNews } from './useNews'

const back = '/billing-config?tab=law'

/** Shows what the next change of the rate costs at the same prices, and which prices make up for it. */
export function RateChangeScreen() {
  const { t } = useTranslation()
  const [rounding, setRounding] = useState<Rounding>('0.50')
  const found = useRateChange(rounding)
  const change = found.data?.change
  const waiting = found.data?.planned
  const isAlone = waiting && waiting.valid_from !== change?.valid_from
  const news = useNews()
  return (
    <OfficePage
      title={t('law.change')}
      heading={change ? news.title(change) : undefined}
      summary={change ? `${news.days(change)} ${news.cost(change)}` : undefined}
      back={{ to: back, label: t('law.back') }}
    >
      {isAlone ? <PlannedPrices plan={waiting} alone /> : null}
      {change ? (
        <RateChangeForm
          key={`${change.valid_from} ${change.planned?.at ?? ''}`}
          change={change}
          rounding={rounding}
          onRounding={setRounding}
        />
      ) : (
        <Card>
          {found.isError ? (
            <Failed title={t('law.failed')} error={found.error} onRetry={() => void found.refetch()} />
          ) : found.data ? (
            <Empty title={t('law.none')} text={t('law.noneText')} />
          ) : (
            <Loading label={t('law.change')} rows={6} />
          )}
        </Card>
      )}
    </OfficePage>
  )
}
