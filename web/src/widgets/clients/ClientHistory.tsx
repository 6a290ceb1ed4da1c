import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get } from '../../api/client'
import type { Client, ClientHistory } from '../../api/model'
import { clientKeys } from '../../data/clients/keys'
import { Dialog } from '../../ui/Dialog'
import { centimos, date, dateTime, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import c from './ClientHistory.module.css'

function useHistory(id: number) {
  return useQuery({
    queryKey: clientKeys.history(id),
    queryFn: ({ signal }) => get(`/clients/${id}/history`, undefined, signal),
    retry: false,
  })
}

/** Says in one line how often and how much the client bought, and when last. */
export function ClientFigures({ client }: { client: Client }) {
  const { t } = useTranslation()
  const { data } = useHistory(client.id)
  if (!data) return <>{client.display_name}</>
  if (!data.last_visit) return <>{t('parties.neverCame')}</>
  return (
    <>
      {t('parties.figures', {
        count: data.visits,
        total: money(centimos(data.total)),
        last: date(data.last_visit),
      })}
    </>
  )
}

/** Lists the client's purchases, the newest first. */
export function ClientHistoryDrawer({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation()
  const history = useHistory(client.id)
  return (
    <Dialog label={t('parties.historyOf', { name: client.display_name })} shape="drawer" onClose={onClose}>
      <div className={c.box}>
        <header className={c.head}>
          <div>
            <h2>{client.display_name}</h2>
            <p>
              {client.document_type} {client.document_number ?? t('clients.noDocument')}
            </p>
          </div>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <div className={c.body}>
          {history.isPending ? (
            <Loading label={t('parties.history')} />
          ) : history.isError ? (
            <Failed
              title={t('parties.historyFailed')}
              error={history.error}
              onRetry={() => void history.refetch()}
            />
          ) : (
            <Past history={history.data} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Past({ history }: { history: ClientHistory }) {
  const { t } = useTranslation()
  const last = history.last_visit
  if (!last) return <Empty title={t('parties.neverCame')} text={t('parties.neverCameText')} />
  const facts: [string, string][] = [
    [t('parties.visits'), String(history.visits)],
    [t('parties.spent'), money(centimos(history.total))],
    [t('parties.lastVisit'), date(last)],
  ]
  return (
    <>
      <dl className={c.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className={c.list}>
        {history.documents.map((document) => (
          <li key={document.id}>
            <span>
              <b>
                {document.billing_type} {document.serie}-{document.number}
              </b>
              <span>
                {[
                  dateTime(document.issued_at),
                  document.table_name
                    ? t('parties.atTable', { table: document.table_name })
                    : t(`parties.kinds.${document.kind as 'ORDER'}`),
                  document.attendant,
                ].join(' · ')}
              </span>
            </span>
            <b>{money(centimos(document.total))}</b>
          </li>
        ))}
      </ul>
      {history.documents.length === 50 ? <p className={c.more}>{t('parties.lastFifty')}</p> : null}
    </>
  )
}
