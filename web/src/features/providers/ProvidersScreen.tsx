import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Provider } from '../../api/model'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { ListScreen } from '../../ui/list/ListScreen'
import { bodyOf, PartyFields, startOf } from '../clients/PartyFields'
import { usePartyList } from '../clients/partyList'
import { providerKeys } from './keys'

/** Who the house buys from. */
export function Screen() {
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

function ProviderDrawer({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={provider ? t('parties.editProvider') : t('parties.newProvider')}
      note={provider?.display_name}
      entity={{ name: t('parties.provider') }}
      isNew={provider === null}
      start={startOf(provider, 'RUC')}
      save={(values, attempt, changed) =>
        provider
          ? write('PUT', `/providers/${provider.id}`, attempt, bodyOf(changed))
          : write('POST', '/providers', attempt, bodyOf(values))
      }
      nameOf={(values) => values.business_name || `${values.name} ${values.last_name}`.trim()}
      stale={[providerKeys.all]}
      onClose={onClose}
    >
      {(form) => (
        <PartyFields
          form={form}
          party={provider}
          active={{ label: t('parties.active'), text: t('parties.providerActiveText') }}
        />
      )}
    </FormDrawer>
  )
}
