import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SalesGoal } from '../../../api/model'
import { number } from '../../../i18n/region'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { symbol } from '../../../ui/currencySymbol'
import { amount, centimos, money } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { longMonth } from '../accountant/series'
import c from './Goal.module.css'
import { isOtherNext, type Progress, progressOf } from './goal'
import { useSalesGoal } from './queries'

/** Shows the month so far against its sales goal; without a goal, only the month. */
export function Goal({ onSet }: { onSet: () => void }) {
  const { t } = useTranslation()
  const found = useSalesGoal()
  if (found.data) return <Month month={found.data} onSet={onSet} />
  if (!found.isError) return <Loading label={t('goal.loading')} rows={1} height={170} />
  return (
    <Card>
      <Failed title={t('goal.unread')} error={found.error} onRetry={() => void found.refetch()} />
    </Card>
  )
}

function Month({ month, onSet }: { month: SalesGoal; onSet: () => void }) {
  const { t } = useTranslation()
  const maySet = may(useUser(), 'settings')
  const progress = progressOf(month)
  const name = longMonth(month.month)
  const title = progress
    ? t('goal.of', { month: name })
    : t('goal.soFar', { month: name.charAt(0).toUpperCase() + name.slice(1) })
  return (
    <Card padded label={title}>
      <header className={c.head}>
        <h2>{title}</h2>
        {maySet ? (
          <button
            type="button"
            aria-label={progress ? t('goal.changeOf', { month: name }) : undefined}
            onClick={onSet}
          >
            {t(progress ? 'goal.change' : 'goal.set')}
          </button>
        ) : null}
      </header>
      <p className={c.sold}>
        <small>{symbol()}</small> {amount(centimos(month.sold))}
        {progress ? <span>{t('goal.ofAmount', { amount: money(progress.goal) })}</span> : null}
      </p>
      {progress ? (
        <p className={c.progress}>
          <span className={c.bar} data-reached={progress.missing === null || undefined} aria-hidden="true">
            <i style={{ width: `${progress.filled}%` }} />
          </span>
          <b>{t('goal.percent', { percent: number(progress.percent) })}</b>
        </p>
      ) : null}
      {progress ? <Standing progress={progress} days={month.days_left} /> : null}
      {isOtherNext(month) ? (
        <p className={c.next}>
          {month.next_goal === null
            ? t('goal.noneNext', { month: longMonth(month.next_month) })
            : t('goal.next', {
                month: longMonth(month.next_month),
                amount: money(centimos(month.next_goal)),
              })}
        </p>
      ) : null}
    </Card>
  )
}

/** Says what is missing and what each day has to bring, or that the goal is reached. */
function Standing({ progress, days }: { progress: Progress; days: number }): ReactNode {
  const { t } = useTranslation()
  const { missing, beyond } = progress
  if (missing)
    return (
      <p className={c.standing}>
        {t('goal.left', { amount: money(missing.left) })}{' '}
        {t('goal.perDay', { count: days, amount: money(missing.perDay) })}
      </p>
    )
  return (
    <p className={c.standing} data-reached>
      <IconCircleCheck size={18} stroke={2} aria-hidden="true" />
      {beyond > 0 ? t('goal.beyond', { amount: money(beyond) }) : t('goal.reached')}
    </p>
  )
}
