import { useTranslation } from 'react-i18next'
import { documentTypes } from '../../data/clients/queries'
import { phoneText } from '../../ui/format'
import type { Column, Filter } from '../../ui/list/types'
import { useStatusFilter } from '../../ui/list/useStatusFilter'

/** Lists of clients and of providers show these fields. */
interface Listed {
  phone: string
  email: string
  address: string
  district: string
}

/** Returns the columns and filters of clients and of providers. */
export function usePartyList(): { columns: Column<Listed>[]; filters: Filter[] } {
  const { t } = useTranslation()
  const status = useStatusFilter(false)
  return {
    columns: [
      { key: 'phone', label: t('parties.phone'), value: (row) => phoneText(row.phone) || '—' },
      { key: 'email', label: t('parties.email'), from: 'desktop', value: (row) => row.email || '—' },
      {
        key: 'address',
        label: t('clients.address'),
        from: 'desktop',
        value: (row) => [row.address, row.district].filter(Boolean).join(', ') || '—',
      },
    ],
    filters: [
      {
        name: 'document_type',
        label: t('parties.document'),
        options: documentTypes.map((value) => ({ value, label: t(`clients.kind.${value}`) })),
      },
      status,
    ],
  }
}
