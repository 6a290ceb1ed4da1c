import { Button, Pagination } from '@mantine/core'
import { IconLock, IconLockOpen2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Cycle } from '../../api/model'
import { useCycles, useOwnCycle } from '../../data/cash/queries'
import { businessDay, centimos, dateTime, money } from '../../ui/format'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { Card, OfficePage } from '../../ui/OfficePage'
import { useAddress } from '../../ui/useAddress'
import { OpenCycleDialog } from '../../widgets/cash/OpenCycleDialog'
import { CycleFilters, readCycles } from './CycleFilters'
import c from './CyclesScreen.module.css'
import { CycleTable } from './CycleTable'

/** Lists the cash cycles: the user's own on top, where it is opened and closed; below, the earlier ones. */
export function CyclesScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const asked = readCycles(params, today)
  const { page, ...narrowed } = asked
  const toReview = asked.to_review === 'true'
  const isNarrowed = Object.keys(narrowed).length > 0
  const cycles = useCycles(asked)
  const own = useOwnCycle()
  const [opening, setOpening] = useState(false)
  const rows = cycles.data?.rows ?? []
  const pages = cycles.data?.total_pages ?? 1
  return (
    <OfficePage
      title={t('cash.title')}
      summary={cycles.data ? t('cash.summary', { count: cycles.data.total_rows }) : ' '}
      actions={
        toReview ? (
          <Button variant="default" onClick={() => change({ to_review: null, page: null })}>
            {t('cash.seeAll')}
          </Button>
        ) : own.isSuccess && own.data === null ? (
          <OpenButton onOpen={() => setOpening(true)} />
        ) : null
      }
    >
      {own.data ? <OwnCycle cycle={own.data} /> : null}
      <CycleFilters params={params} today={today} change={change} />
      <Card label={t('cash.title')}>
        {cycles.isError ? (
          <Failed title={t('cash.failed')} error={cycles.error} onRetry={() => void cycles.refetch()} />
        ) : cycles.isPending ? (
          <Loading label={t('cash.loading')} />
        ) : rows.length === 0 ? (
          <Empty
            title={t(toReview ? 'cash.noneToReview' : isNarrowed ? 'cash.noneSuch' : 'cash.none')}
            text={isNarrowed ? '' : t('cash.noneText')}
          />
        ) : (
          <CycleTable rows={rows} onOpen={(cycle) => void navigate(`/cashbox-cycles/${cycle.id}/detail`)} />
        )}
        {pages > 1 ? (
          <Pages
            count={pages}
            page={page}
            onPage={(next) => change({ page: next === 1 ? null : String(next) })}
          />
        ) : null}
      </Card>
      {opening ? (
        <OpenCycleDialog
          onClose={() => setOpening(false)}
          onOpened={() => {
            setOpening(false)
            void navigate('/pos')
          }}
        />
      ) : null}
    </OfficePage>
  )
}

function OpenButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <Button leftSection={<IconLockOpen2 size={18} stroke={2} aria-hidden="true" />} onClick={onOpen}>
      {t('cash.open')}
    </Button>
  )
}

function OwnCycle({ cycle }: { cycle: Cycle }) {
  const { t } = useTranslation()
  return (
    <Card label={t('cash.mine')}>
      <div className={c.own}>
        <span className={c.ownIcon}>
          <IconLockOpen2 size={26} stroke={1.9} aria-hidden="true" />
        </span>
        <div className={c.ownText}>
          <h2>{t('cash.mineOpen', { name: cycle.cashbox_name })}</h2>
          <p>
            {cycle.turn_name} ·{' '}
            {t('cash.openedWith', {
              at: dateTime(cycle.opened_at),
              amount: money(centimos(cycle.open_amount)),
            })}
          </p>
        </div>
        <Button component={Link} to={`/cashbox-cycles/${cycle.id}/detail`} variant="default">
          {t('cash.movementsLink')}
        </Button>
        <Button
          component={Link}
          to={`/cashbox-cycles/${cycle.id}/close`}
          leftSection={<IconLock size={20} stroke={1.9} aria-hidden="true" />}
        >
          {t('cash.closeMine')}
        </Button>
      </div>
    </Card>
  )
}

function Pages({ count, page, onPage }: { count: number; page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation()
  return (
    <footer className={c.pager}>
      <Pagination
        total={count}
        value={page}
        size="lg"
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': t(`cash.page.${control}`) })}
      />
    </footer>
  )
}
