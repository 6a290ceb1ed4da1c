import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { businessDay, centimos, money } from '../../../ui/format'
import { KpiStrip } from '../../../ui/KpiStrip'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { ListEmpty } from '../../../ui/list/ListEmpty'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { usePhone } from '../../../ui/viewport'
import { readFilter } from '../filter'
import { FromXmlButton } from '../from-xml/FromXmlButton'
import { useOwed, usePurchases } from '../queries'
import { PurchaseFilters } from './PurchaseFilters'
import { PurchasePages } from './PurchasePages'
import c from './Purchases.module.css'
import { PurchaseTable } from './PurchaseTable'
import { StateChips } from './StateChips'

/** Lists the purchases, the debts, and what is overdue. */
export function PurchasesScreen() {
  const { t } = useTranslation()
  const phone = usePhone()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const writes = may(useUser(), 'edit_catalog')
  const change = useChange()
  const filter = readFilter(params, businessDay(Date.now()))
  const found = usePurchases(filter)
  const owed = useOwed().data
  const totals = found.data?.totals
  const narrowed = filter.term !== '' || filter.state !== '' || filter.type !== '' || filter.provider !== null
  const nothing =
    found.data?.total_rows === 0 && !narrowed && filter.span === 'all' && !found.isPlaceholderData
  return (
    <OfficePage
      title={t('purchases.title')}
      summary={t('purchases.listText')}
      actions={
        writes && !nothing ? (
          <>
            <FromXmlButton />
            <Button
              component={Link}
              to="/purchase/create"
              leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}
            >
              {phone ? t('purchases.newShort') : t('purchases.new')}
            </Button>
          </>
        ) : null
      }
    >
      {nothing ? (
        <ListEmpty
          title={t('purchases.emptyTitle')}
          text={t('purchases.emptyText')}
          ways={
            writes
              ? [
                  {
                    label: t('purchases.way'),
                    text: t('purchases.wayText'),
                    onClick: () => void navigate('/purchase/create'),
                  },
                  {
                    label: t('purchases.xml.button'),
                    text: t('purchases.xml.wayText'),
                    onClick: () => void navigate('/purchase/from-xml'),
                  },
                ]
              : []
          }
        />
      ) : (
        <>
          <KpiStrip
            items={[
              { label: t('purchases.title'), value: totals ? String(totals.count) : '—' },
              { label: t('purchases.bought'), value: totals ? money(centimos(totals.total)) : '—' },
              {
                label: t('purchases.due'),
                value: owed ? money(centimos(owed.due)) : '—',
                to: '/purchase?state=DUE',
              },
              {
                label: t('purchases.overdue'),
                value: owed ? money(centimos(owed.overdue)) : '—',
                shown: (
                  <span className={c.overdue} data-bad={centimos(owed?.overdue) > 0 || undefined}>
                    {owed ? money(centimos(owed.overdue)) : '—'}
                  </span>
                ),
                to: '/purchase?state=OVERDUE',
              },
            ]}
          />
          <PurchaseFilters filter={filter} withProvider={writes} onChange={change} />
          <div className={c.card}>
            <Card label={t('purchases.title')}>
              <StateChips value={filter.state} onChange={(state) => change({ state, period: '' })} />
              {!found.data ? (
                <div className={c.inside}>
                  {found.error ? (
                    <Failed
                      title={t('purchases.listFailed')}
                      error={found.error}
                      onRetry={() => void found.refetch()}
                    />
                  ) : (
                    <Loading label={t('purchases.title')} rows={8} height={52} />
                  )}
                </div>
              ) : found.data.rows.length === 0 ? (
                <div className={c.inside}>
                  <Empty
                    title={t(narrowed ? 'purchases.noMatch' : 'purchases.noneThen')}
                    text={t('purchases.noneThenText')}
                  >
                    {filter.span === 'all' ? null : (
                      <Button variant="default" mt={12} onClick={() => change({ period: 'all' })}>
                        {t('purchases.ofAllDays')}
                      </Button>
                    )}
                  </Empty>
                </div>
              ) : (
                <>
                  <PurchaseTable
                    rows={found.data.rows}
                    sort={filter.sort}
                    stale={found.isPlaceholderData}
                    onSort={(sort) => change({ sort: sort ?? '' })}
                  />
                  <PurchasePages
                    page={filter.page}
                    pages={found.data.total_pages}
                    onPage={(page) => change({ page: String(page) })}
                  />
                </>
              )}
            </Card>
          </div>
        </>
      )}
    </OfficePage>
  )
}

/* The address holds the filters: a figure links to its rows, and going back undoes that. */
function useChange() {
  const [, setParams] = useSearchParams()
  return (what: Record<string, string>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('page')
        for (const [name, value] of Object.entries(what)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
}
