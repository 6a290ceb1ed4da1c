import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Configuration } from '../../api/model'
import { settingsKeys } from '../../data/settings/keys'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { StatusField, TextField } from '../../ui/form/fields'
import { ListScreen } from '../../ui/list/ListScreen'
import { useStatusFilter } from '../../ui/list/useStatusFilter'

/** Ids up to this one are the product's own: only their value can change. */
const ownIds = 100
const isFixed = (row: Configuration) => row.id <= ownIds

/** Edits values by key: two that the product knows, and those that an integration keeps here. */
export function ConfigurationsScreen() {
  const { t } = useTranslation()
  return (
    <ListScreen
      title={t('configurations.title')}
      entity={{ name: t('configurations.entity'), feminine: true }}
      path="/configurations"
      queryKey={settingsKeys.configurations}
      name={(row) => row.key}
      nameLabel={t('configurations.key')}
      nameSort="key"
      note={(row) => row.name}
      columns={[
        { key: 'type', label: t('configurations.type'), from: 'desktop', value: (row) => row.type || '—' },
        { key: 'value', label: t('configurations.value'), strong: true, value: (row) => shown(row.value) },
      ]}
      filters={[useStatusFilter(true)]}
      search={t('configurations.search')}
      summary={(count) => t('configurations.summary', { count })}
      remove={(row, key) => write('DELETE', `/configurations/${row.id}`, key, {})}
      create={{ label: t('configurations.new'), short: t('configurations.newShort') }}
      empty={{
        title: t('configurations.emptyTitle'),
        text: t('configurations.emptyText'),
        way: t('configurations.new'),
        wayText: t('configurations.wayText'),
      }}
      form={(row, close) => <ConfigurationDrawer key={row?.id ?? 'new'} row={row} onClose={close} />}
    />
  )
}

const shown = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value)

function ConfigurationDrawer({ row, onClose }: { row: Configuration | null; onClose: () => void }) {
  const { t } = useTranslation()
  const fixed = row !== null && isFixed(row)
  return (
    <FormDrawer
      title={row ? t('configurations.edit') : t('configurations.new')}
      note={fixed ? t('configurations.fixed') : undefined}
      entity={{ name: t('configurations.entity'), feminine: true }}
      isNew={row === null}
      start={{
        key: row?.key ?? '',
        name: row?.name ?? '',
        type: row?.type ?? '',
        value: row?.value ?? '',
        status: row?.status ?? 'ACTIVE',
      }}
      save={(values, key, changed) =>
        row
          ? write('PUT', `/configurations/${row.id}`, key, changed)
          : write('POST', '/configurations', key, { ...values, key: values.key.toUpperCase() })
      }
      nameOf={(values) => values.key}
      stale={[settingsKeys.configurations]}
      onClose={onClose}
    >
      <TextField
        name="key"
        label={t('configurations.key')}
        description={t('configurations.keyText')}
        required
        disabled={fixed}
        maxLength={40}
      />
      <TextField name="name" label={t('configurations.name')} required maxLength={80} />
      <TextField name="type" label={t('configurations.typeOptional')} maxLength={40} />
      <TextField
        name="value"
        label={t('configurations.value')}
        description={fixed ? t('configurations.oneOrZero') : undefined}
        maxLength={2000}
      />
      {fixed ? null : <StatusField label={t('configurations.active')} />}
    </FormDrawer>
  )
}
