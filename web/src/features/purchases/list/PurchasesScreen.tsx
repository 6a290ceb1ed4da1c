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
import { type PurchaseFilter, readFilter } from '../filter'
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
          <Totals totals={totals} owed={owed} />
          <PurchaseFilters filter={filter} withProvider={writes} onChange={change} />
          <div className={c.card}>
            <Card label={t('purchases.title')}>
              <StateChips value={filter.state} onChange={(state) => change({ state, period: '' })} />
              <FoundPurchases found={found} filter={filter} narrowed={narrowed} onChange={change} />
            </Card>
          </div>
        </>
      )}
    </OfficePage>
  )
}

interface TotalsProps {
  totals: ReturnType<typeof useOwed>['data']
  owed: ReturnType<typeof useOwed>['data']
}

/** Shows what was bought in the period, and what is owed of any day. */
function Totals({ totals, owed }: TotalsProps) {
  const { t } = useTranslation()
  const bought = totals ? money(centimos(totals.total)) : '—'
  const due = owed ? money(centimos(owed.due)) : '—'
  const overdue = owed ? money(centimos(owed.overdue)) : '—'
  return (
    <KpiStrip
      items={[
        { label: t('purchases.title'), value: totals ? String(totals.count) : '—' },
        { label: t('purchases.bought'), value: bought },
        { label: t('purchases.due'), value: due, to: '/purchase?state=DUE' },
        {
          label: t('purchases.overdue'),
          value: overdue,
          shown: (
            <span className={c.overdue} data-bad={centimos(owed?.overdue) > 0 || undefined}>
              {overdue}
            </span>
          ),
          to: '/purchase?state=OVERDUE',
        },
      ]}
    />
  )
}

interface FoundProps {
  found: ReturnType<typeof usePurchases>
  filter: PurchaseFilter
  /** True when more than the period narrows the list. */
  narrowed: boolean
  onChange: ReturnType<typeof useChange>
}

function FoundPurchases({ found, filter, narrowed, onChange }: FoundProps) {
  const { t } = useTranslation()
  if (!found.data)
    return (
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
    )
  if (found.data.rows.length === 0)
    return (
      <div className={c.inside}>
        <Empty
          title={t(narrowed ? 'purchases.noMatch' : 'purchases.noneThen')}
          text={t('purchases.noneThenText')}
        >
          {filter.span === 'all' ? null : (
            <Button variant="default" mt={12} onClick={() => onChange({ period: 'all' })}>
              {t('purchases.ofAllDays')}
            </Button>
          )}
        </Empty>
      </div>
    )
  return (
    <>
      <PurchaseTable
        rows={found.data.rows}
        sort={filter.sort}
        stale={found.isPlaceholderData}
        onSort={(sort) => onChange({ sort: sort ?? '' })}
      />
      <PurchasePages
        page={filter.page}
        pages={found.data.total_pages}
        onPage={(page) => onChange({ page: String(page) })}
      />
    </>
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
