import { Button } from '@mantine/core'
import { IconLock, IconReport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useCycleDetail } from '../../data/cash/queries'
import { may } from '../../session/permissions'
import { useUser } from '../../session/session'
import { LostBar } from '../../ui/Connection'
import { dateTime } from '../../ui/format'
import { Failed, Loading } from '../../ui/LoadState'
import { BarTitle, TopBar } from '../../ui/TopBar'
import { usePhone } from '../../ui/viewport'
import { AlarmBar } from '../../widgets/print-alarm/AlarmBar'
import { UserMenu } from '../../widgets/user-menu/UserMenu'
import c from './CycleScreen.module.css'
import { CycleSummary } from './CycleSummary'

/** Shows one cash cycle: its income and expense, as far as this user may see them. */
export function CycleScreen() {
  const { t } = useTranslation()
  const phone = usePhone()
  const id = Number(useParams().cycleId)
  const detail = useCycleDetail(id)
  const cycle = detail.data?.cycle
  const reads = may(useUser(), 'see_reports')
  const next =
    cycle?.status === 'OPEN' ? (
      <Button
        component={Link}
        to={`/cashbox-cycles/${id}/close`}
        // Once closed, that page becomes this one again: going back must not show it twice.
        replace
        className={c.close}
        leftSection={<IconLock size={20} stroke={1.9} aria-hidden="true" />}
      >
        {t('cash.close')}
      </Button>
    ) : cycle && reads ? (
      <Button
        component={Link}
        to={`/close-of-day?date=${cycle.business_day}`}
        variant="default"
        className={c.close}
        leftSection={<IconReport size={20} stroke={1.9} aria-hidden="true" />}
      >
        {t('cash.closeOfDay')}
      </Button>
    ) : null
  return (
    <div className={c.screen}>
      <TopBar
        left={
          <BarTitle
            to="/cashbox-cycles"
            back={t('cash.back')}
            title={cycle?.cashbox_name ?? t('cash.detailTitle')}
          >
            {cycle ? (
              <span>
                {phone ? '' : `${cycle.user_name} · ${cycle.turn_name} · `}
                {dateTime(cycle.opened_at)}
              </span>
            ) : null}
          </BarTitle>
        }
        right={
          <>
            {phone ? null : next}
            <UserMenu />
          </>
        }
      />
      <LostBar />
      <AlarmBar />
      {detail.data ? (
        <CycleSummary detail={detail.data} />
      ) : detail.isError ? (
        <Failed title={t('cash.failed')} error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <Loading label={t('cash.loading')} />
      )}
      {phone && next ? <footer className={c.foot}>{next}</footer> : null}
    </div>
  )
}
