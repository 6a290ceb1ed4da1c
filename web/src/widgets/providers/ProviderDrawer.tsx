import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Provider } from '../../api/model'
import { providerKeys } from '../../data/providers/keys'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { PartyFields, type PartyValues, partyBody, partyFormValues } from '../clients/PartyFields'

interface Props {
  /** The provider to edit; null makes a new one. */
  provider: Provider | null
  /** The values that a new one begins with. */
  known?: Partial<PartyValues>
  onSaved?: (provider: Provider) => void
  onClose: () => void
}

export function ProviderDrawer({ provider, known, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={provider ? t('parties.editProvider') : t('parties.newProvider')}
      note={provider?.display_name}
      entity={{ name: t('parties.provider') }}
      isNew={provider === null}
      start={{ ...partyFormValues(provider, 'RUC'), ...known }}
      save={(values, attempt, changed) =>
        provider
          ? write('PUT', `/providers/${provider.id}`, attempt, partyBody(changed))
          : write('POST', '/providers', attempt, partyBody(values))
      }
      nameOf={(values) => values.business_name || `${values.name} ${values.last_name}`.trim()}
      stale={[providerKeys.all]}
      onSaved={onSaved}
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
