import { Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateRange } from '../../../ui/dates/DateRange'
import { IconButton } from '../../../ui/IconButton'
import { SearchField } from '../../../ui/SearchField'
import { ProviderField } from '../create/ProviderField'
import type { DraftProvider } from '../draft'
import { type PurchaseFilter, spans } from '../filter'
import c from './Purchases.module.css'

interface Props {
  filter: PurchaseFilter
  /** True for users who may search providers. */
  withProvider: boolean
  onChange: (what: Record<string, string>) => void
}

/** Filters by words, days, way of paying and provider. */
export function PurchaseFilters({ filter, withProvider, onChange }: Props) {
  const { t } = useTranslation()
  const [provider, setProvider] = useState<DraftProvider | null>(null)
  const known = provider && provider.id === filter.provider
  const chosen = filter.provider
    ? known
      ? provider
      : { id: filter.provider, name: t('purchases.chosenProvider'), document: '' }
    : null
  return (
    <search className={c.filters}>
      <div className={c.search}>
        <SearchField label={t('purchases.search')} value={filter.term} onChange={(q) => onChange({ q })} />
      </div>
      <Select
        aria-label={t('purchases.period')}
        className={c.select}
        allowDeselect={false}
        data={spans.map((each) => ({ value: each, label: t(`purchases.periods.${each}`) }))}
        value={filter.span}
        onChange={(period) => onChange({ period: period ?? '' })}
      />
      <Select
        aria-label={t('purchases.howPaid')}
        className={c.select}
        allowDeselect={false}
        data={(['', 'CONTADO', 'CREDITO'] as const).map((value) => ({
          value,
          label: t(`purchases.types.${value || 'ALL'}`),
        }))}
        value={filter.type}
        onChange={(type) => onChange({ type: type ?? '' })}
      />
      {withProvider ? (
        <div className={c.byProvider} data-on={chosen !== null || undefined}>
          <ProviderField
            value={chosen}
            onChange={(next) => {
              setProvider(next)
              onChange({ provider: next ? String(next.id) : '' })
            }}
          />
          {chosen ? (
            <IconButton label={t('purchases.anyProvider')} onClick={() => onChange({ provider: '' })}>
              <IconX size={18} stroke={2} aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      ) : null}
      {filter.span === 'range' ? (
        <div className={c.range}>
          <DateRange
            from={filter.from}
            to={filter.to}
            labels={{ from: t('purchases.from'), to: t('purchases.to') }}
            onChange={({ from, to }) => onChange({ from: from ?? '', to: to ?? '' })}
          />
        </div>
      ) : null}
    </search>
  )
}
