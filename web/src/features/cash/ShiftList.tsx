import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Shift } from '../../api/model'
import { cashKeys } from '../../data/cash/keys'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { StatusField, TextField } from '../../ui/form/fields'
import { ListScreen } from '../../ui/list/ListScreen'
import { useStatusFilter } from '../../ui/list/useStatusFilter'

export function ShiftList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const status = useStatusFilter(false)
  return (
    <ListScreen
      title={t('cashboxes.title')}
      tabs={tabs}
      entity={{ name: t('cashboxes.turn.entity') }}
      path="/turns"
      queryKey={cashKeys.turns}
      name={(row) => row.name}
      nameLabel={t('cashboxes.turn.name')}
      nameSort="name"
      columns={[
        {
          key: 'description',
          label: t('cashboxes.turn.description'),
          from: 'tablet',
          value: (row) => row.description,
        },
      ]}
      filters={[status]}
      search={t('cashboxes.turn.search')}
      summary={(count, active) => t('cashboxes.turn.summary', { count, active })}
      setStatus={(row, wanted, key) => write('PUT', `/turns/${row.id}`, key, { status: wanted })}
      remove={(row, key) => write('DELETE', `/turns/${row.id}`, key, {})}
      create={{ label: t('cashboxes.turn.new'), short: t('cashboxes.turn.newShort') }}
      empty={{
        title: t('cashboxes.turn.emptyTitle'),
        text: t('cashboxes.turn.emptyText'),
        way: t('cashboxes.turn.way'),
        wayText: t('cashboxes.turn.wayText'),
      }}
      form={(row, close) => <ShiftDrawer key={row?.id ?? 'new'} shift={row} onClose={close} />}
    />
  )
}

/** The shift to edit; null makes a new one. */
function ShiftDrawer({ shift, onClose }: { shift: Shift | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={shift ? t('cashboxes.turn.edit') : t('cashboxes.turn.new')}
      note={shift?.name}
      entity={{ name: t('cashboxes.turn.entity') }}
      isNew={shift === null}
      start={{
        name: shift?.name ?? '',
        description: shift?.description ?? '',
        status: shift?.status ?? 'ACTIVE',
      }}
      save={(values, key, changed) =>
        shift ? write('PUT', `/turns/${shift.id}`, key, changed) : write('POST', '/turns', key, values)
      }
      nameOf={(values) => values.name}
      stale={[cashKeys.all]}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('cashboxes.turn.nameField')}
        placeholder={t('cashboxes.turn.namePlaceholder')}
        required
        maxLength={40}
      />
      <TextField
        name="description"
        label={t('cashboxes.turn.description')}
        placeholder={t('cashboxes.turn.descriptionPlaceholder')}
        maxLength={120}
      />
      <StatusField label={t('cashboxes.turn.active')} description={t('cashboxes.turn.activeText')} />
    </FormDrawer>
  )
}
