import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { providerKeys } from '../../data/providers/keys'
import { ListScreen } from '../../ui/list/ListScreen'
import { usePartyList } from '../../widgets/clients/partyList'
import { ProviderDrawer } from '../../widgets/providers/ProviderDrawer'

export default function ProvidersScreen() {
  const { t } = useTranslation()
  const shared = usePartyList()
  return (
    <ListScreen
      title={t('parties.providers')}
      entity={{ name: t('parties.provider') }}
      path="/providers"
      queryKey={providerKeys.all}
      name={(row) => row.display_name}
      nameLabel={t('parties.provider')}
      nameSort="name"
      note={(row) => `${row.document_type} ${row.document_number}`}
      {...shared}
      search={t('parties.search')}
      summary={(count, active) => t('parties.providersSummary', { count, active })}
      setStatus={(row, wanted, attempt) => write('PUT', `/providers/${row.id}`, attempt, { status: wanted })}
      remove={(row, attempt) => write('DELETE', `/providers/${row.id}`, attempt, {})}
      create={{ label: t('parties.newProvider'), short: t('parties.newShort') }}
      empty={{
        title: t('parties.providersEmpty'),
        text: t('parties.providersEmptyText'),
        way: t('parties.newProvider'),
        wayText: t('parties.providerWayText'),
      }}
      form={(row, close) => <ProviderDrawer key={row?.id ?? 'new'} provider={row} onClose={close} />}
    />
  )
}
