import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Dashboard } from '../../api/model'
import { keys } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { amount, centimos, longDate, money, quantity } from '../../ui/format'
import { KpiStrip } from '../../ui/KpiStrip'
import { Failed, Loading } from '../../ui/LoadState'
import { useNow } from '../../ui/now'
import { Card, OfficePage } from '../../ui/OfficePage'
import c from './DashboardScreen.module.css'
import { DayBars } from './DayBars'

/** Today in figures, and what needs attention. */
export function Screen() {
  const { t } = useTranslation()
  const now = useNow()
  useRoom('floor')
  const dashboard = useQuery({
    queryKey: keys.dashboard,
    queryFn: ({ signal }) => get<Dashboard>('/dashboard', undefined, signal),
    refetchInterval: 60_000,
  })
  return (
    <OfficePage title={t('dashboard.title')} summary={longDate(now)}>
      {dashboard.data ? (
        <Figures dashboard={dashboard.data} />
      ) : dashboard.isError ? (
        <Card>
          <Failed
            title={t('dashboard.failed')}
            error={dashboard.error}
            onRetry={() => void dashboard.refetch()}
          />
        </Card>
      ) : (
        <Loading label={t('dashboard.loading')} rows={3} height={180} />
      )}
    </OfficePage>
  )
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const { sales_today: today, sales_same_day_last_week: before, open_accounts: open, tables } = dashboard
  const most = Math.max(...dashboard.top_products.map((product) => Number(product.quantity)), 1)
  return (
    <>
      <KpiStrip
        items={[
          {
            label: t('dashboard.sales'),
            value: money(centimos(today.total)),
            change: compare(centimos(today.total), centimos(before.total), t),
            note: t('dashboard.vsLastWeek'),
          },
          {
            label: t('dashboard.documents'),
            value: String(today.count),
            change: compare(today.count, before.count, t),
            note: t('dashboard.vsLastWeek'),
          },
          {
            label: t('dashboard.average'),
            value: money(centimos(today.average)),
            note: t('dashboard.averageText'),
          },
          {
            label: t('dashboard.open'),
            value: money(centimos(open.total)),
            note: t('dashboard.openText', {
              accounts: open.count,
              occupied: tables.occupied,
              total: tables.total,
            }),
          },
        ]}
      />
      <div className={c.columns}>
        <DayBars days={dashboard.by_day} />
        <Card padded label={t('dashboard.attention')}>
          <h2 className={c.title}>{t('dashboard.attention')}</h2>
          <ul className={c.attention}>
            {dashboard.attention.map((item) => (
              <li key={item.text}>
                <Link to={item.path ?? '/dashboard'}>
                  <IconAlertTriangle size={20} aria-hidden="true" />
                  {item.text}
                  <IconChevronRight size={18} aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
          {dashboard.attention.length === 0 ? (
            <p className={c.calm}>
              <IconCircleCheck size={20} aria-hidden="true" />
              {t('dashboard.nothing')}
            </p>
          ) : null}
        </Card>
      </div>
      <Card padded label={t('dashboard.top')}>
        <h2 className={c.title}>{t('dashboard.top')}</h2>
        <ol className={c.top}>
          {dashboard.top_products.map((product, index) => (
            <li key={product.name}>
              <span className={c.rank}>{index + 1}</span>
              <span className={c.name}>{product.name}</span>
              <span className={c.bar} aria-hidden="true">
                <i style={{ width: `${(Number(product.quantity) / most) * 100}%` }} />
              </span>
              <b>{quantity(product.quantity)}</b>
              <span className={c.value}>{amount(centimos(product.total))}</span>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}

function compare(now: number, before: number, t: ReturnType<typeof useTranslation>['t']) {
  if (before === 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return {
    up: percent >= 0,
    text: t(percent >= 0 ? 'dashboard.more' : 'dashboard.less', { percent: Math.abs(percent) }),
  }
}
