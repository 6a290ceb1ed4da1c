import {
  IconAlertTriangle,
  IconBuildingCommunity,
  IconInfoCircle,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../api/model'
import { readTyped } from '../../data/clients/identity'
import { useClients, useOnlyClient, withoutAnonymous } from '../../data/clients/queries'
import { house } from '../../session/house'
import { Cross } from '../../ui/Cross'
import { centimos, initials, money } from '../../ui/format'
import { SearchField } from '../../ui/SearchField'
import { TypedDialog } from '../../ui/TypedDialog'
import { usePhone } from '../../ui/viewport'
import { ClientForm } from './ClientForm'
import c from './ClientPicker.module.css'

interface Props {
  /** The first search text: the document that the guest gave. */
  start?: string
  /** The kind of document that a new client is asked for first. */
  kind?: 'DNI' | 'RUC'
  /** It is called with the client; `null` is "clientes varios". */
  onPick: (client: Client | null) => void
  onClose: () => void
}

/** Finds a client by one field: letters search names, 8 digits are a DNI, 11 a RUC. Clients of the restaurant come first. */
export function ClientPicker({ start = '', kind = 'DNI', onPick, onClose }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [text, setText] = useState(start)
  const [adding, setAdding] = useState(false)
  const term = useDeferredValue(text.trim())
  const clients = useClients(term)
  const typed = readTyped(text)
  const only = useOnlyClient((client) => client && onPick(client))
  const search = (next: string) => {
    only.forget()
    setText(next)
    setAdding(false)
  }
  const rows = withoutAnonymous(clients.data?.rows)
  const unknown = (typed.kind === 'dni' || typed.kind === 'ruc') && clients.isSuccess && rows.length === 0
  return (
    <TypedDialog label={t('clients.title')} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      <div className={c.box}>
        <header className={c.head}>
          <h2>{t('clients.title')}</h2>
          <Cross onClose={onClose} />
        </header>
        <SearchField
          label={t('clients.search')}
          value={text}
          onChange={search}
          autoFocus
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            only.ask(text.trim())
          }}
        />
        {typed.kind === 'badRuc' ? (
          <p className={c.warning} role="alert">
            <IconAlertTriangle size={18} aria-hidden="true" />
            {t('clients.badRuc')}
          </p>
        ) : null}
        {unknown ? (
          <ClientForm
            key={typed.number}
            kind={typed.kind === 'ruc' ? 'RUC' : 'DNI'}
            number={typed.number}
            onDone={onPick}
          />
        ) : adding ? (
          <ClientForm
            kind={kind}
            number=""
            name={typed.kind === 'search' && !/\d/.test(typed.term) ? typed.term : ''}
            onDone={onPick}
          />
        ) : (
          <>
            {term !== '' && clients.isSuccess && rows.length === 0 ? (
              <p className={c.none} role="status">
                {t('clients.none', { text: term })}
              </p>
            ) : null}
            <ul className={c.list}>
              {rows.map((client) => (
                <li key={client.id}>
                  <button type="button" className={c.row} onClick={() => onPick(client)}>
                    <span className={c.avatar} aria-hidden="true">
                      {client.document_type === 'RUC' ? (
                        <IconBuildingCommunity size={22} stroke={1.8} />
                      ) : (
                        initials(client.display_name)
                      )}
                    </span>
                    <span className={c.text}>
                      <b>{client.display_name}</b>
                      <span>
                        {client.document_type} {client.document_number}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
              <li>
                <button type="button" className={c.row} onClick={() => onPick(null)}>
                  <span className={c.avatar} aria-hidden="true">
                    <IconUser size={22} stroke={1.8} />
                  </span>
                  <span className={c.text}>
                    <b>{t('clients.anonymous')}</b>
                    <span>
                      {t('clients.anonymousText', { amount: money(centimos(house().max_unnamed_boleta)) })}
                    </span>
                  </span>
                </button>
              </li>
            </ul>
            <button
              type="button"
              className={c.add}
              onClick={() => {
                only.forget()
                setAdding(true)
              }}
            >
              <IconUserPlus size={22} stroke={1.8} aria-hidden="true" />
              {t('clients.add')}
            </button>
            <p className={c.hint}>
              <IconInfoCircle size={20} stroke={1.8} aria-hidden="true" />
              {t('clients.hint')}
            </p>
          </>
        )}
      </div>
    </TypedDialog>
  )
}
