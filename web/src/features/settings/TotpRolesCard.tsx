import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get, list, write } from '../../api/client'
import { peopleKeys } from '../../data/people/keys'
import { verifySession } from '../../data/people/login'
import { ChipsField } from '../../ui/form/ChipsField'
import { FormCard } from '../../ui/form/FormCard'

/** Chooses the roles that must sign in with a second factor. */
export function TotpRolesCard() {
  const { t } = useTranslation()
  const roles = useQuery({
    queryKey: peopleKeys.roles,
    queryFn: ({ signal }) => list('/roles', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const chosen = useQuery({
    queryKey: peopleKeys.totpRoles,
    queryFn: ({ signal }) => get('/totp-roles', undefined, signal),
  })
  if (!roles.data || !chosen.data) return null
  return (
    <FormCard
      key={chosen.data.role_ids.join()}
      title={t('totp.rolesTitle')}
      note={t('totp.rolesText')}
      entity={{ name: t('totp.rolesEntity'), done: t('totp.rolesSaved') }}
      start={{ role_ids: chosen.data.role_ids }}
      save={(values, attempt) => write('PUT', '/totp-roles', attempt, values)}
      stale={[peopleKeys.totpRoles]}
      onSaved={() => void verifySession()}
    >
      <ChipsField
        name="role_ids"
        label={t('totp.roles')}
        options={roles.data.rows.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormCard>
  )
}
