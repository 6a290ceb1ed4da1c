import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { PricePlan } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { settingsStale } from '../../../data/settings/queries'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { date, dayText } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import { useWrite } from '../../../ui/useWrite'
import { lawKeys } from './keys'
import c from './RateChange.module.css'

/**
 * Lists prices that wait for their day, and the button that takes them back; the rate stays. `alone` is true when the change that
 * they were planned for was cancelled.
 */
export function PlannedPrices({ plan, alone = false }: { plan: PricePlan; alone?: boolean }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const day = dayText(plan.valid_from)
  const planned = { by: plan.by, day: date(plan.at) }
  const take = useWrite((_: undefined, key) => write('DELETE', '/law/rate-change/prices', key, {}), {
    onSuccess: () => {
      setAsking(false)
      for (const queryKey of [lawKeys.all, ...settingsStale]) void queryClient.invalidateQueries({ queryKey })
    },
    onError: () => true,
  })
  return (
    <Card padded label={t('law.plan')}>
      <p className={c.planned}>
        {alone
          ? `${t('law.waiting', { day, count: plan.prices })} ${t('law.waitingBy', planned)}`
          : t('law.plannedBy', { ...planned, count: plan.prices })}
      </p>
      <Button variant="default" fullWidth={!alone} onClick={() => setAsking(true)}>
        {t('law.takeBack')}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t('law.takeBackTitle')}
          text={t(alone ? 'law.takeBackAloneText' : 'law.takeBackText', { day })}
          action={t('law.takeBack')}
          busy={take.isPending}
          error={take.error}
          onConfirm={() => take.mutate(undefined)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  )
}
