import { Button } from '@mantine/core'
import { IconChartLine, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemText, readItem } from '../../../data/inventory/item'
import { type FoundItem, searchStock, useKardex } from '../../../data/inventory/queries'
import type { Kardex } from '../../../data/inventory/types'
import { useSettings } from '../../../data/settings/queries'
import { readSpan } from '../../../ui/dates/periods'
import { businessDay } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { FilterChip } from '../../../ui/list/FilterChip'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { showToast } from '../../../ui/toasts'
import { useAddress } from '../../../ui/useAddress'
import { ItemSearch } from '../../../widgets/item-search/ItemSearch'
import { PeriodChip, PeriodDays } from '../../../widgets/period/PeriodChip'
import { PriceHistory, pricesOf } from '../../../widgets/prices/PriceHistory'
import { ExportMenu } from './ExportMenu'
import { KardexFigures } from './KardexFigures'
import c from './KardexScreen.module.css'
import { KardexTable } from './KardexTable'
import { RegisterDialog } from './RegisterDialog'

/** Explains an item's stock, move by move. */
export function KardexScreen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const item = readItem(params.get('item'))
  const today = businessDay(Date.now())
  const span = readSpan(params, today)
  const found = useKardex(item, span.from, span.to)
  const withIgv = useSettings().data?.cost_with_igv
  const [reasons, setReasons] = useState<string[]>([])
  const reasonsIn = useReasons()
  const [register, setRegister] = useState(false)
  const kardex = item && matches(found.data, item) ? found.data : undefined
  const announce = useFoundNotice(kardex)
  const pick = (picked: FoundItem) => {
    announce(itemText(picked))
    setReasons([])
    change({ item: itemText(picked) })
  }
  return (
    <OfficePage
      title={t('kardex.title')}
      summary={t(withIgv ? 'kardex.textWithIgv' : 'kardex.text')}
      actions={
        <>
          {item ? <PricesButton onOpen={() => change(pricesOf(item))} /> : null}
          <ExportMenu kardex={kardex} onRegister={() => setRegister(true)} />
        </>
      }
    >
      <search className={c.bar}>
        <div className={c.item}>
          {item ? (
            <Chosen kardex={kardex} onDrop={() => change({ item: null })} />
          ) : (
            <ItemSearch label={t('kardex.choose')} of="stock" search={searchStock} autoFocus onPick={pick} />
          )}
        </div>
        <PeriodChip span={span} today={today} onChange={change} />
        {kardex && kardex.rows.length > 0 ? (
          <FilterChip
            filter={{ name: 'reason', label: t('kardex.reason'), options: reasonsIn(kardex) }}
            values={reasons}
            onChange={setReasons}
          />
        ) : null}
        {span.preset === 'range' ? <PeriodDays span={span} onChange={change} /> : null}
        {kardex ? <KardexFigures kardex={kardex} isNow={span.to === null || span.to >= today} /> : null}
      </search>
      {!item ? (
        <Card label={t('kardex.title')}>
          <Empty title={t('kardex.emptyTitle')} text={t('kardex.emptyText')} />
        </Card>
      ) : kardex ? (
        <Card label={t('kardex.title')}>
          <KardexTable
            key={itemText(item)}
            kardex={kardex}
            span={span}
            today={today}
            reasons={reasons}
            stale={found.isPlaceholderData}
          />
        </Card>
      ) : found.isError ? (
        <Card>
          <Failed title={t('kardex.failed')} error={found.error} onRetry={() => void found.refetch()} />
        </Card>
      ) : (
        <Loading label={t('kardex.title')} rows={8} height={48} />
      )}
      <PriceHistory known={() => kardex && { name: kardex.item.name, unit: kardex.item.measurement }} />
      {register ? <RegisterDialog today={today} onClose={() => setRegister(false)} /> : null}
    </OfficePage>
  )
}

function PricesButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconChartLine size={18} stroke={1.9} aria-hidden="true" />}
      onClick={onOpen}
    >
      {t('prices.open')}
    </Button>
  )
}

/* While the lines of another item load, the old ones must not be taken for its own. */
const matches = (kardex: Kardex | undefined, item: { type: string; id: number }) =>
  kardex?.item.item_type === item.type && kardex.item.item_id === item.id

/** A notice says that the kardex is there when an item was chosen, not when somebody only came back to it. */
function useFoundNotice(kardex: Kardex | undefined) {
  const { t } = useTranslation()
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (!kardex || wanted.current !== `${kardex.item.item_type}:${kardex.item.item_id}`) return
    wanted.current = null
    showToast('success', t('kardex.found'), kardex.item.name)
  }, [kardex, t])
  return (item: string) => {
    wanted.current = item
  }
}

/** Returns the reasons of the lines, each once, as options. */
function useReasons() {
  const { t } = useTranslation()
  return (kardex: Kardex) =>
    [...new Set(kardex.rows.map((row) => row.reason))].map((value) => ({
      value,
      label: t(`kardex.reasons.${value}`),
    }))
}

function Chosen({ kardex, onDrop }: { kardex: Kardex | undefined; onDrop: () => void }) {
  const { t } = useTranslation()
  return (
    <p className={c.chosen}>
      <b>{kardex?.item.name ?? '…'}</b>
      <span>{[kardex?.item.category, kardex?.item.measurement].filter(Boolean).join(' · ')}</span>
      <IconButton label={t('kardex.otherItem')} onClick={onDrop}>
        <IconX size={18} stroke={2} aria-hidden="true" />
      </IconButton>
    </p>
  )
}
