import { IconFileSpreadsheet, IconHistory, IconReceipt2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Client } from '../../api/model'
import { clientKeys } from '../../data/clients/keys'
import { ListScreen } from '../../ui/list/ListScreen'
import { popItem } from '../../ui/PopMenu'
import { ClientDrawer } from '../../widgets/clients/ClientDrawer'
import { ClientHistoryDrawer } from '../../widgets/clients/ClientHistory'
import { usePartyList } from '../../widgets/clients/partyList'
import { DebtDrawer } from '../../widgets/credit/DebtDrawer'
import { SheetDialog } from '../../widgets/sheets/SheetDialog'
import { SheetFiles } from '../../widgets/sheets/SheetFiles'
import { useImporting } from '../../widgets/sheets/useImporting'

const nobody = '00000000'

/** Lists the clients, searched by any of their data, with what they bought. */
export default function ClientsScreen() {
  const { t } = useTranslation()
  const shared = usePartyList()
  const [owing, setOwing] = useState<Client | null>(null)
  const [past, setPast] = useState<Client | null>(null)
  const importing = useImporting()
  return (
    <>
      <ListScreen
        title={t('parties.clients')}
        entity={{ name: t('parties.client') }}
        path="/clients"
        queryKey={clientKeys.all}
        name={(row) => row.display_name}
        nameLabel={t('parties.client')}
        nameSort="name"
        note={(row) => [row.document_type, row.document_number ?? t('clients.noDocument')].join(' ')}
        {...shared}
        search={t('parties.search')}
        summary={(count, active) => t('parties.clientsSummary', { count, active })}
        setStatus={(row, wanted, key) => write('PUT', `/clients/${row.id}`, key, { status: wanted })}
        remove={(row, key) => write('DELETE', `/clients/${row.id}`, key, {})}
        menu={(row) =>
          row.document_number === nobody ? null : (
            <>
              <button type="button" className={popItem} onClick={() => setPast(row)}>
                <IconHistory size={20} stroke={1.8} aria-hidden="true" />
                {t('parties.history')}
              </button>
              <button type="button" className={popItem} onClick={() => setOwing(row)}>
                <IconReceipt2 size={20} stroke={1.8} aria-hidden="true" />
                {t('receivables.debt')}
              </button>
            </>
          )
        }
        actions={<SheetFiles sheet="clients" onImport={importing.open} />}
        create={{ label: t('parties.newClient'), short: t('parties.newShort') }}
        empty={{
          title: t('parties.clientsEmpty'),
          text: t('parties.clientsEmptyText'),
          way: t('parties.newClient'),
          wayText: t('parties.clientWayText'),
          more: [
            {
              label: t('import.way'),
              text: t('import.of.clients.wayText'),
              icon: <IconFileSpreadsheet size={22} stroke={1.8} aria-hidden="true" />,
              onClick: importing.open,
            },
          ],
        }}
        form={(row, close) => <ClientDrawer key={row?.id ?? 'new'} client={row} onClose={close} />}
      />
      {importing.isOpen ? <SheetDialog sheet="clients" onClose={importing.close} /> : null}
      {owing ? (
        <DebtDrawer
          client={{
            id: owing.id,
            name: owing.display_name,
            document: [owing.document_type, owing.document_number ?? t('clients.noDocument')].join(' '),
          }}
          onClose={() => setOwing(null)}
        />
      ) : null}
      {past ? <ClientHistoryDrawer client={past} onClose={() => setPast(null)} /> : null}
    </>
  )
}
