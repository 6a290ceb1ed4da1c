import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useCycleDetail } from '../../data/cash/queries'
import { useUser } from '../../session/session'
import { LostBar } from '../../ui/Connection'
import { centimos, dateTime, money } from '../../ui/format'
import { Failed, Loading } from '../../ui/LoadState'
import { BarTitle, TopBar } from '../../ui/TopBar'
import { usePhone } from '../../ui/viewport'
import { AlarmBar } from '../../widgets/print-alarm/AlarmBar'
import { UserMenu } from '../../widgets/user-menu/UserMenu'
import { CountStep } from './CountStep'
import c from './CycleScreen.module.css'
import { dropCount } from './countDraft'
import { DifferenceStep } from './DifferenceStep'
import { Steps } from './Steps'

/** Closes a cash box: it is counted blind first, and compared afterwards. */
export function CloseCycleScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = Number(useParams().cycleId)
  const detail = useCycleDetail(id)
  const phone = usePhone()
  const userId = useUser().id
  // The reason for counting again; null while that is not done.
  const [recounting, setRecounting] = useState<string | null>(null)
  const cycle = detail.data?.cycle
  const count = detail.data?.counts.at(-1)
  const closed = cycle?.status === 'CLOSED'
  const detailPath = `/cashbox-cycles/${id}/detail`

  // The cycle was closed, here or elsewhere: from now on it is only read.
  useEffect(() => {
    if (!closed) return
    dropCount(userId, id)
    void navigate(detailPath, { replace: true })
  }, [closed, detailPath, navigate, userId, id])

  return (
    <div className={c.screen}>
      <TopBar
        left={
          <BarTitle
            to={detailPath}
            back={t('cash.backToDetail')}
            title={t('cash.closeTitle')}
            place={cycle?.cashbox_name}
          >
            {cycle ? (
              <span>
                {t('cash.openedWith', {
                  at: dateTime(cycle.opened_at),
                  amount: money(centimos(cycle.open_amount)),
                })}
              </span>
            ) : null}
          </BarTitle>
        }
        center={cycle && !phone ? <Steps step={count && !recounting ? 2 : 1} /> : null}
        right={<UserMenu />}
      />
      <LostBar />
      <AlarmBar />
      {!detail.data ? (
        detail.isError ? (
          <Failed title={t('cash.failed')} error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <Loading label={t('cash.loading')} />
        )
      ) : count && !recounting ? (
        <DifferenceStep detail={detail.data} count={count} onRecount={setRecounting} />
      ) : (
        <CountStep detail={detail.data} recount={recounting} onCounted={() => setRecounting(null)} />
      )}
    </div>
  )
}
