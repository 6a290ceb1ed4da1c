import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Client } from '../../api/model'
import { clientKeys } from '../../data/clients/keys'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { ClientFigures } from './ClientHistory'
import { PartyFields, partyBody, partyFormValues } from './PartyFields'

interface Props {
  /** The client to edit; null makes a new one. */
  client: Client | null
  onClose: () => void
}

export function ClientDrawer({ client, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={client ? t('parties.editClient') : t('parties.newClient')}
      note={client ? <ClientFigures client={client} /> : undefined}
      entity={{ name: t('parties.client') }}
      isNew={client === null}
      start={partyFormValues(client, 'DNI')}
      save={(values, key, changed) =>
        client
          ? write('PUT', `/clients/${client.id}`, key, partyBody(changed))
          : write('POST', '/clients', key, partyBody(values))
      }
      nameOf={(values) => values.business_name || `${values.name} ${values.last_name}`.trim()}
      stale={[clientKeys.all]}
      onClose={onClose}
    >
      {(form) => (
        <PartyFields
          form={form}
          party={client}
          withDob
          active={{ label: t('parties.active'), text: t('parties.clientActiveText') }}
        />
      )}
    </FormDrawer>
  )
}
