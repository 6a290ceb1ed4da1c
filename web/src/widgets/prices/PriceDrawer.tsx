import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaidPrice } from '../../api/model'
import type { ItemRef } from '../../data/inventory/item'
import { inventoryKeys } from '../../data/inventory/keys'
import { goodOf } from '../../data/inventory/queries'
import { usePriceHistory } from '../../data/purchases/prices'
import { Dialog } from '../../ui/Dialog'
import { unitCost } from '../../ui/figures'
import { dayText } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { chartOf, cheapest, type PriceHeadline, type PriceLines, priceHeadline } from './history'
import c from './Prices.module.css'
import { PriceTable } from './PriceTable'

const PriceChart = lazy(() => import('./PriceChart'))

/** The item's name, and the unit that it is counted in. */
export interface Named {
  name: string
  unit: string
}

interface Props {
  item: ItemRef
  /** The name, where the screen knows it; else it is fetched. */
  known?: Named
  onClose: () => void
}

/** Shows the prices paid for an item, by provider: a sentence, a chart, and each purchase. */
export function PriceDrawer({ item, known, onClose }: Props) {
  const { t } = useTranslation()
  const named = useNamed(item, known)
  const found = usePriceHistory(item)
  const rows = named && found.data
  const label = t('prices.label', { name: named?.name ?? '' }).trim()
  return (
    <Dialog label={label} shape="drawer" inAddress onClose={onClose}>
      <header className={c.head}>
        <div>
          <h2 tabIndex={-1} data-autofocus>
            {rows ? <Sentence name={named.name} answer={priceHeadline(rows)} /> : label}
          </h2>
          {named ? <p>{t('prices.measure', { unit: named.unit })}</p> : null}
        </div>
        <IconButton label={t('common.close')} onClick={onClose}>
          <IconX size={22} aria-hidden="true" />
        </IconButton>
      </header>
      <div className={c.body}>
        {rows ? (
          rows.length === 0 ? (
            <Empty title={t('prices.none')} text={t('prices.noneText')} />
          ) : (
            <History rows={rows} named={named} label={label} />
          )
        ) : found.error ? (
          <Failed title={t('prices.failed')} error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Loading label={label} rows={6} />
        )}
      </div>
    </Dialog>
  )
}

function useNamed({ type, id }: ItemRef, known: Named | undefined): Named | undefined {
  const good = useQuery({
    queryKey: inventoryKeys.good(type, id),
    queryFn: ({ signal }) => goodOf(type, id, signal),
    enabled: known === undefined,
  }).data
  return known ?? (good && { name: good.name, unit: good.measurement })
}

function Sentence({ name, answer }: { name: string; answer: PriceHeadline }) {
  const { t } = useTranslation()
  if (answer.kind === 'none' || answer.kind === 'once') return t(`prices.answer.${answer.kind}`, { name })
  const since = sinceText(answer.since, answer.last)
  return t(`prices.answer.${answer.kind}`, { name, percent: answer.percent, since })
}

const months = new Intl.DateTimeFormat('es-PE', { month: 'long', timeZone: 'UTC' })

/** Names the span: "agosto", "agosto de 2025", and the day where it is the month of the last one. */
function sinceText(since: PaidPrice, last: PaidPrice) {
  if (since.date.slice(0, 7) === last.date.slice(0, 7)) return dayText(since.date).slice(0, 5)
  const [year, month] = [since.date.slice(0, 4), months.format(new Date(`${since.date}T12:00:00Z`))]
  return month.toLowerCase() + (year === last.date.slice(0, 4) ? '' : ` de ${year}`)
}

function History({ rows, named, label }: { rows: PaidPrice[]; named: Named; label: string }) {
  const { t } = useTranslation()
  const chart = chartOf(rows)
  return (
    <>
      {chart.points.length > 1 ? (
        <Suspense fallback={<div className={c.coming} role="status" aria-label={t('prices.drawing')} />}>
          <PriceChart chart={chart} label={label} />
        </Suspense>
      ) : null}
      {chart.others > 0 ? <p className={c.note}>{t('prices.others', { count: chart.others })}</p> : null}
      <Cheapest chart={chart} unit={named.unit} />
      <PriceTable rows={rows} unit={named.unit} label={label} />
    </>
  )
}

function Cheapest({ chart, unit }: { chart: PriceLines; unit: string }) {
  const { t } = useTranslation()
  const least = cheapest(chart)
  if (!least) return null
  return (
    <p className={c.hint}>
      {t('prices.cheapest', {
        provider: least.name,
        price: unitCost(least.last.base_price),
        unit,
        day: dayText(least.last.date),
      })}
    </p>
  )
}
