import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { InAddress } from '../../../ui/inAddress'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { ListToolbar } from '../../../ui/list/ListToolbar'
import { Pager } from '../../../ui/list/Pager'
import type { Filter } from '../../../ui/list/types'
import { useListState } from '../../../ui/list/useList'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { usePhone } from '../../../ui/viewport'
import { useCounts } from '../queries'
import { CountDrawer } from './CountDrawer'
import c from './Counts.module.css'
import { CountTable } from './CountTable'

const states = ['OPEN', 'REVIEW', 'APPROVED', 'CANCELLED'] as const

/** Lists the sheets that are counted, reviewed or approved. */
export function CountsScreen() {
  const { t } = useTranslation()
  const phone = usePhone()
  const makes = may(useUser(), 'edit_catalog')
  const [state, change] = useListState(['status'])
  const found = useCounts(state)
  const { rows, total_pages: pages = 1, total_rows: total = 0 } = found.data ?? {}
  const narrowed = state.term !== '' || Object.keys(state.filters).length > 0
  const filters = useFilters()
  return (
    <OfficePage
      title={t('counts.title')}
      summary={t('counts.text')}
      actions={
        makes ? (
          <Button
            leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}
            onClick={() => change({ open: 'new' })}
          >
            {t(phone ? 'counts.newShort' : 'counts.new')}
          </Button>
        ) : null
      }
    >
      <ListToolbar
        search={t('counts.search')}
        filters={filters}
        state={state}
        onChange={change}
        results={found.isPlaceholderData ? undefined : rows && total}
      />
      <Card label={t('counts.title')}>
        {!rows ? (
          <div className={c.inside}>
            {found.error ? (
              <Failed title={t('counts.failed')} error={found.error} onRetry={() => void found.refetch()} />
            ) : (
              <Loading label={t('counts.title')} rows={6} height={56} />
            )}
          </div>
        ) : rows.length === 0 ? (
          narrowed ? (
            <Empty title={t('lists.noMatch')} text={t('lists.noMatchText')} />
          ) : (
            <Empty title={t('counts.none')} text={t('counts.noneText')} />
          )
        ) : (
          <>
            <CountTable rows={rows} stale={found.isPlaceholderData} />
            <Pager
              page={state.page}
              pages={pages}
              rows={rows.length}
              total={total}
              onPage={(page) => change({ page })}
            />
          </>
        )}
      </Card>
      <InAddress value={true}>
        {state.open === 'new' && makes ? (
          <CountDrawer onClose={() => change({ open: null }, { replace: true })} />
        ) : null}
      </InAddress>
    </OfficePage>
  )
}

function useFilters(): Filter[] {
  const { t } = useTranslation()
  return [
    {
      name: 'status',
      label: t('counts.status'),
      options: states.map((value) => ({ value, label: t(`counts.statuses.${value}`) })),
    },
  ]
}
