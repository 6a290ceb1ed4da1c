import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { BillingType } from '../../api/model'
import { settingsKeys } from '../../data/settings/keys'
import { settingsStale } from '../../data/settings/queries'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { StatusField, TextField } from '../../ui/form/fields'
import { ListScreen } from '../../ui/list/ListScreen'
import { useStatusFilter } from '../../ui/list/useStatusFilter'

/** Lists the kinds of documents: boleta, factura, nota de venta, and the company's own names. */
export function TypesList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const status = useStatusFilter(false)
  return (
    <ListScreen
      title={t('billingSetup.title')}
      entity={{ name: t('billingConfig.typeEntity') }}
      path="/billing-types"
      queryKey={settingsKeys.types}
      alsoStale={settingsStale}
      name={(row) => row.name}
      nameLabel={t('billingConfig.typeName')}
      nameSort="name"
      note={(row) => row.description || null}
      columns={[
        {
          key: 'serie',
          label: t('billingConfig.typeSerie'),
          value: (row) => row.serie ?? t('billingConfig.typeNoSerie'),
        },
      ]}
      filters={[status]}
      search={t('billingConfig.typeSearch')}
      summary={(count, active) => t('billingConfig.typesSummary', { count, active })}
      setStatus={(row, wanted, key) => write('PUT', `/billing-types/${row.id}`, key, { status: wanted })}
      remove={(row, key) => write('DELETE', `/billing-types/${row.id}`, key, {})}
      create={{ label: t('billingConfig.typeNew'), short: t('billingConfig.typeNewShort') }}
      tabs={tabs}
      empty={{
        title: t('billingConfig.typeEmptyTitle'),
        text: t('billingConfig.typeEmptyText'),
        way: t('billingConfig.typeWay'),
        wayText: t('billingConfig.typeWayText'),
      }}
      form={(row, close) => <TypeDrawer key={row?.id ?? 'new'} type={row} onClose={close} />}
    />
  )
}

function TypeDrawer({ type, onClose }: { type: BillingType | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={type ? t('billingConfig.typeEdit') : t('billingConfig.typeNew')}
      entity={{ name: t('billingConfig.typeEntity') }}
      isNew={type === null}
      start={{
        name: type?.name ?? '',
        description: type?.description ?? '',
        status: type?.status ?? 'ACTIVE',
      }}
      save={(values, key, changed) =>
        type
          ? write('PUT', `/billing-types/${type.id}`, key, changed)
          : write('POST', '/billing-types', key, values)
      }
      nameOf={(values) => values.name}
      stale={settingsStale}
      onClose={onClose}
    >
      <TextField name="name" label={t('billingConfig.typeName')} required maxLength={40} />
      <TextField name="description" label={t('billingConfig.typeDescription')} maxLength={120} />
      <StatusField label={t('billingConfig.typeActive')} description={t('billingConfig.typeActiveText')} />
    </FormDrawer>
  )
}
