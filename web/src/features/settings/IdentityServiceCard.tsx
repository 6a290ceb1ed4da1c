import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get, write } from '../../api/client'
import { clientKeys } from '../../data/clients/keys'
import { FormCard } from '../../ui/form/FormCard'
import { TextField } from '../../ui/form/fields'
import { PasswordField } from '../../ui/form/PasswordField'
import { Failed, Loading } from '../../ui/LoadState'
import { Card } from '../../ui/OfficePage'

/** Chooses the service that is asked for the name behind a DNI or RUC. It is for administrators. */
export function IdentityServiceCard() {
  const { t } = useTranslation()
  const service = useQuery({
    queryKey: clientKeys.identityService,
    queryFn: ({ signal }) => get('/identity-service', undefined, signal),
  })
  if (!service.data) {
    return (
      <Card padded label={t('identity.title')}>
        {service.isError ? (
          <Failed title={t('identity.failed')} error={service.error} onRetry={() => void service.refetch()} />
        ) : (
          <Loading label={t('identity.title')} rows={3} />
        )}
      </Card>
    )
  }
  return (
    <FormCard
      key={JSON.stringify(service.data)}
      title={t('identity.title')}
      note={t('identity.text')}
      entity={{ name: t('identity.entity'), feminine: true }}
      start={{ dni_url: service.data.dni_url, ruc_url: service.data.ruc_url, token: '' }}
      save={(values, attempt) => write('PUT', '/identity-service', attempt, values)}
      stale={[clientKeys.identityService]}
    >
      <TextField
        name="dni_url"
        label={t('identity.dni')}
        placeholder="https://api.decolecta.com/v1/reniec/dni?numero={number}"
      />
      <TextField
        name="ruc_url"
        label={t('identity.ruc')}
        placeholder="https://api.decolecta.com/v1/sunat/ruc?numero={number}"
      />
      <PasswordField
        name="token"
        label={t('identity.token')}
        description={service.data.token_set ? t('identity.keepToken') : t('identity.tokenText')}
        autoComplete="off"
      />
    </FormCard>
  )
}
