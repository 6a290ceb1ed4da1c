import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import type { Role, StaffUser } from '../../../api/model'
import { cashKeys } from '../../../data/cash/keys'
import { peopleKeys } from '../../../data/people/keys'
import { verifySession } from '../../../data/people/login'
import { fullName, useUser } from '../../../session/session'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { StatusField, TextField } from '../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../ui/form/Group'
import { PasswordField } from '../../../ui/form/PasswordField'
import { SelectField } from '../../../ui/form/SelectField'
import { uiKeys } from '../../../ui/keys'
import { ConfirmNewEmail } from '../ConfirmNewEmail'
import { UserButtons } from './UserButtons'

interface Props {
  /** The user to edit; null makes a new one. */
  user: StaffUser | null
  roles: Role[]
  onClose: () => void
}

const roleTexts = ['1', '2', '3', '4', '5', '6'] as const

export function UserDrawer({ user, roles, onClose }: Props) {
  const { t } = useTranslation()
  const self = useUser()
  const own = user?.id === self.id
  return (
    <FormDrawer
      title={user ? t('users.edit') : t('users.new')}
      note={user ? fullName(user) : undefined}
      entity={{ name: t('users.entity') }}
      isNew={user === null}
      start={{
        name: user?.name ?? '',
        lastname: user?.lastname ?? '',
        username: user?.username ?? '',
        email: user?.email ?? '',
        role_id: user?.role_id ?? null,
        uuid_cashbox_selected: user?.uuid_cashbox_selected ?? null,
        id_print: user?.id_print ?? '',
        status: user?.status ?? 'ACTIVE',
        current_password: '',
        password: '',
        password_confirmation: '',
      }}
      // A password is sent only where it is not blank, with its repetition.
      save={({ password, password_confirmation, ...values }, key, changed) => {
        const secret = password.trim() === '' ? {} : { password, password_confirmation }
        if (!user) return write('POST', '/users', key, { ...values, ...secret })
        const { password: _, password_confirmation: __, ...rest } = changed
        return write('PUT', `/users/${user.id}`, key, { ...rest, ...secret })
      }}
      nameOf={fullName}
      stale={[peopleKeys.users, uiKeys.approvers]}
      onSaved={() => {
        if (own) void verifySession()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormGroup title={t('users.who')}>
            <FormRow>
              <TextField name="name" label={t('users.firstName')} required maxLength={80} />
              <TextField name="lastname" label={t('users.lastname')} maxLength={80} />
            </FormRow>
            <TextField
              name="email"
              type="email"
              inputMode="email"
              label={t('users.email')}
              description={t('users.emailText')}
            />
            {user ? <ConfirmNewEmail was={user.email ?? null} /> : null}
          </FormGroup>
          <WorkFields roles={roles} roleId={form.values.role_id} />
          <AccessFields
            user={user}
            own={own}
            asksPresent={
              own && form.values.password.trim() !== '' && form.values.email === (user.email ?? '')
            }
          />
          {user && !own ? <UserButtons user={user} /> : null}
        </>
      )}
    </FormDrawer>
  )
}

/** Asks for the role, the cash box, and the number that the person has on paper. */
function WorkFields({ roles, roleId }: { roles: Role[]; roleId: number | null }) {
  const { t } = useTranslation()
  const boxes = useQuery({
    queryKey: cashKeys.allCashboxes,
    queryFn: ({ signal }) => list('/cashboxes', { page: false }, signal),
  })
  const role = roleTexts.find((id) => id === String(roleId))
  return (
    <FormGroup title={t('users.work')}>
      <SelectField
        name="role_id"
        label={t('users.role')}
        description={role ? t(`users.roles.${role}`) : undefined}
        required
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        name="uuid_cashbox_selected"
        label={t('users.cashbox')}
        description={t('users.cashboxText')}
        clearable
        options={(boxes.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField
        name="id_print"
        label={t('users.idPrint')}
        description={t('users.idPrintText')}
        maxLength={80}
      />
    </FormGroup>
  )
}

interface AccessProps {
  user: StaffUser | null
  /** True when users edit themselves. */
  own: boolean
  /** True when the present password has to be given with the new one. */
  asksPresent: boolean
}

function AccessFields({ user, own, asksPresent }: AccessProps) {
  const { t } = useTranslation()
  return (
    <FormGroup title={t('users.access')}>
      <TextField
        name="username"
        label={t('people.username')}
        description={t('users.usernameText')}
        required
        maxLength={40}
      />
      <FormRow>
        <PasswordField
          name="password"
          label={user ? t('users.newPassword') : t('people.password')}
          description={user ? t('users.keepPassword') : t('users.passwordText')}
          required={!user}
        />
        <PasswordField
          name="password_confirmation"
          label={t('users.again')}
          description={own ? t('users.againText') : t('users.givenText')}
          required={!user}
        />
      </FormRow>
      {asksPresent ? (
        <PasswordField
          name="current_password"
          label={t('account.yours')}
          description={t('account.newPasswordText')}
          autoComplete="current-password"
          required
        />
      ) : null}
      <StatusField label={t('users.active')} description={t('users.activeText')} disabled={own} />
    </FormGroup>
  )
}
