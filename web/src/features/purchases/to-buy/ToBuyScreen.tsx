import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { money } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { useToBuy } from '../queries'
import { chosenOf, providerTotal, type TypedQuantities } from './order'
import { ProviderCard } from './ProviderCard'

const spans = [3, 7, 14, 30]
const week = 7

/** Lists what runs out, by provider: quantities can be changed, sent as an order, and recorded as a purchase. */
export function ToBuyScreen() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('days'))
  const days = spans.includes(asked) ? asked : week
  const found = useToBuy(days)
  const [typed, setTyped] = useState<TypedQuantities>({})
  const [opened, setOpened] = useState<string | null>(null)
  const providers = found.data?.providers ?? []
  const open = opened ?? keyOf(providers[0]?.provider_id)
  const sum = providers.reduce((all, provider) => all + providerTotal(provider, typed), 0)
  const count = providers.reduce((all, provider) => all + chosenOf(provider, typed).length, 0)
  return (
    <OfficePage
      title={t('toBuy.title')}
      summary={found.data ? t('toBuy.summary', { count, sum: money(sum) }) : t('toBuy.text')}
      actions={
        <Select
          aria-label={t('toBuy.days')}
          data={spans.map((span) => ({ value: String(span), label: t('toBuy.for', { count: span }) }))}
          value={String(days)}
          allowDeselect={false}
          onChange={(value) => {
            setTyped({})
            setParams({ days: value ?? String(week) }, { replace: true })
          }}
        />
      }
    >
      {found.isError ? (
        <Card>
          <Failed title={t('toBuy.failed')} error={found.error} onRetry={() => void found.refetch()} />
        </Card>
      ) : !found.data ? (
        <Loading label={t('toBuy.title')} rows={6} height={56} />
      ) : providers.length === 0 ? (
        <Card label={t('toBuy.title')}>
          <Empty title={t('toBuy.emptyTitle')} text={t('toBuy.emptyText', { count: days })} />
        </Card>
      ) : (
        providers.map((provider) => (
          <ProviderCard
            key={keyOf(provider.provider_id)}
            provider={provider}
            typed={typed}
            isOpen={keyOf(provider.provider_id) === open}
            onToggle={(isOpen) => setOpened(isOpen ? keyOf(provider.provider_id) : '')}
            onType={(item, text) => setTyped((now) => ({ ...now, [item]: text }))}
          />
        ))
      )}
    </OfficePage>
  )
}

const keyOf = (id: number | null | undefined) => String(id ?? 'none')
