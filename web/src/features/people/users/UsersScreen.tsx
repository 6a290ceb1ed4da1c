import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import { errorText } from '../../../api/errors'
import type { StaffUser } from '../../../api/model'
import { peopleKeys } from '../../../data/people/keys'
import { fullName, useUser } from '../../../session/session'
import { initials } from '../../../ui/format'
import { ListScreen } from '../../../ui/list/ListScreen'
import type { Column } from '../../../ui/list/types'
import { useStatusFilter } from '../../../ui/list/useStatusFilter'
import { showToast } from '../../../ui/toasts'
import { usePhone } from '../../../ui/viewport'
import { DevicesDrawer } from './DevicesDrawer'
import { Locks } from './Locks'
import { UserDrawer } from './UserDrawer'
import c from './UsersScreen.module.css'

function useRoles() {
  const { data } = useQuery({
    queryKey: peopleKeys.roles,
    queryFn: ({ signal }) => list('/roles', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.rows ?? []
}

/** Lists the users and their roles. */
export default function UsersScreen() {
  const { t } = useTranslation()
  const phone = usePhone()
  const note = useNote()
  const columns = useColumns()
  const status = useStatusFilter(false)
  const roles = useRoles()
  const [devices, setDevices] = useState(false)
  return (
    <>
      <ListScreen
        title={t('users.title')}
        entity={{ name: t('users.entity') }}
        path="/users"
        queryKey={peopleKeys.users}
        name={fullName}
        nameLabel={t('users.name')}
        nameSort="name"
        note={note}
        // A phone has room for the name only.
        picture={phone ? undefined : (row) => <Face row={row} />}
        columns={columns}
        filters={[
          {
            name: 'role_id',
            label: t('users.role'),
            options: roles.map((role) => ({ value: String(role.id), label: role.name })),
          },
          status,
        ]}
        search={t('users.search')}
        summary={(count, active) => t('users.summary', { count, active })}
        setStatus={(row, wanted, key) => write('PATCH', `/users/${row.id}/status`, key, { status: wanted })}
        remove={(row, key) =>
          write('DELETE', `/users/${row.id}`, key, {}).catch((error) => {
            showToast('danger', t('users.deleteFailed'), errorText(error))
            throw error
          })
        }
        removeText={() => t('users.removeText')}
        actions={
          <Button
            variant="default"
            leftSection={<IconDevices size={18} stroke={2} aria-hidden="true" />}
            onClick={() => setDevices(true)}
          >
            {t('devices.open')}
          </Button>
        }
        tabs={<Locks />}
        create={{ label: t('users.new'), short: t('users.newShort') }}
        empty={{
          title: t('users.emptyTitle'),
          text: t('users.emptyText'),
          way: t('users.way'),
          wayText: t('users.wayText'),
        }}
        form={(row, close) => <UserDrawer key={row?.id ?? 'new'} user={row} roles={roles} onClose={close} />}
      />
      {devices ? <DevicesDrawer onClose={() => setDevices(false)} /> : null}
    </>
  )
}

function useColumns(): Column<StaffUser>[] {
  const { t } = useTranslation()
  return [
    { key: 'role_id', label: t('users.role'), sortable: true, value: (row) => row.role?.name ?? '—' },
    {
      key: 'cashbox',
      label: t('users.cashbox'),
      from: 'tablet',
      value: (row) => row.cashbox_name ?? '—',
    },
    { key: 'email', label: t('users.email'), from: 'desktop', value: (row) => row.email ?? '—' },
    {
      key: 'has_pin',
      label: t('users.pin'),
      from: 'desktop',
      value: (row) => (row.has_pin ? t('users.hasPin') : '—'),
    },
    {
      key: 'has_totp',
      label: t('totp.title'),
      from: 'desktop',
      value: (row) => (row.has_totp ? t('totp.on') : '—'),
    },
  ]
}

function Face({ row }: { row: StaffUser }) {
  return (
    <span className={c.face} aria-hidden="true">
      {initials(fullName(row))}
    </span>
  )
}

/** Returns the function that tells a user's name to sign in, and whose it is. */
function useNote() {
  const { t } = useTranslation()
  const self = useUser()
  return (row: StaffUser) =>
    row.id === self.id
      ? t('users.you', { username: row.username })
      : row.must_change_password
        ? `${row.username} · ${t('users.notOwnYet')}`
        : row.username
}
