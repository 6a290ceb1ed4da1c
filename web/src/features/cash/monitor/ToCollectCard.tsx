import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClock,
  IconMoped,
  IconReceipt2,
  IconShoppingBag,
  IconToolsKitchen2,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { list } from '../../../api/client'
import type { ToCollect } from '../../../api/model'
import { useRoom } from '../../../api/realtime'
import { orderKeys } from '../../../data/orders/keys'
import { house } from '../../../session/house'
import { amount, centimos, minutes, minutesSince, money } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { useNow } from '../../../ui/now'
import { Card } from '../../../ui/OfficePage'
import { longMinutes, numberOf, sortToCollect } from './collect'
import c from './Monitor.module.css'

const most = 200
/** This many accounts stand above the sales where both share one column. */
const few = 4
const icons = { TABLE: IconToolsKitchen2, ORDER: IconShoppingBag, DELIVERY: IconMoped }

/** Lists the accounts that are not paid: those that asked for the bill come first. */
export function ToCollectCard() {
  const { t } = useTranslation()
  useRoom('floor')
  const [all, setAll] = useState(false)
  const accounts = useRef<HTMLUListElement>(null)
  // The button that showed the rest is gone: the focus goes to the first of the rest.
  useEffect(() => {
    if (all) accounts.current?.children[few]?.querySelector('a')?.focus()
  }, [all])
  const found = useQuery({
    queryKey: orderKeys.toCollect('', '', most),
    queryFn: ({ signal }) =>
      list('/cash-movements-all-orders-by-client', { term: '', type: '', per_page: most }, signal),
    placeholderData: keepPreviousData,
  })
  const rows = sortToCollect(found.data?.rows ?? [])
  const totals = found.data?.totals
  return (
    <div className={c.collect}>
      <Card label={t('collect.title')}>
        {!found.data ? (
          found.isError ? (
            <Failed title={t('collect.failed')} error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <Loading label={t('collect.title')} rows={5} height={64} />
          )
        ) : (
          <>
            <header className={c.owed}>
              <p>{t('monitor.toCollect', { count: totals?.count ?? 0 })}</p>
              <b>
                <small>{house().currency_symbol}</small> {amount(centimos(totals?.pending_amount ?? '0'))}
              </b>
              {rows.some((row) => row.billed_at) ? <p>{t('monitor.billedFirst')}</p> : null}
            </header>
            {rows.length === 0 ? (
              <Empty title={t('collect.none')} text={t('collect.noneText')} />
            ) : (
              <>
                <ul className={c.accounts} data-all={all || undefined} ref={accounts}>
                  {rows.map((row, at) => (
                    <Account key={row.client_request_id} row={row} first={at === 0} />
                  ))}
                </ul>
                {all || rows.length <= few ? null : (
                  <button type="button" className={c.rest} onClick={() => setAll(true)}>
                    {t('monitor.showAll', { count: rows.length })}
                  </button>
                )}
              </>
            )}
          </>
        )}
      </Card>
    </div>
  )
}

function Account({ row, first }: { row: ToCollect; first: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const Glyph = icons[row.type]
  const open = minutesSince(row.opened_at, now)
  const long = open >= longMinutes
  const Clock = long ? IconAlertTriangle : IconClock
  const to = `/payment/${row.client_request_id}`
  const who = [
    row.attendant_name.split(' ')[0],
    row.type === 'TABLE' ? t('salesReport.persons', { count: row.persons }) : row.client_name,
  ]
  return (
    <li data-first={first || undefined}>
      <Link className={c.account} to={to}>
        <span
          className={c.badge}
          data-state={row.billed_at ? 'billed' : row.type === 'TABLE' ? 'occupied' : undefined}
        >
          {numberOf(row) ?? <Glyph size={22} stroke={1.8} aria-hidden="true" />}
        </span>
        <span className={c.who}>
          <b>{row.label}</b>
          <small>{who.filter(Boolean).join(', ')}</small>
          {row.billed_at ? (
            <small className={c.billed}>
              <IconReceipt2 size={16} stroke={2} aria-hidden="true" />
              {t('monitor.billedSince', { time: minutes(minutesSince(row.billed_at, now)) })}
            </small>
          ) : null}
        </span>
        <span className={c.due}>
          <b>{amount(centimos(row.due))}</b>
          <small data-long={long || undefined}>
            <Clock size={15} stroke={2} aria-hidden="true" />
            {minutes(open)}
          </small>
        </span>
      </Link>
      {first ? (
        <Button component={Link} to={to} className={c.go}>
          {t('monitor.collect', { amount: money(centimos(row.due)) })}
        </Button>
      ) : null}
    </li>
  )
}
