import { IconDoorExit, IconDots, IconPrinter, IconUser, IconUserPlus, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { IconButton } from '../../ui/IconButton'
import { PopMenu, popItem } from '../../ui/PopMenu'
import { ClientPicker } from '../clients/ClientPicker'
import c from './AccountHeader.module.css'
import { useCloseTable, useReprint, useSetClient } from './accountMutations'
import type { OrderWork } from './useOrderWork'

/** Above the account: whose it is, and what else can be done with it. */
export function AccountHeader({ work, sheet }: { work: OrderWork; sheet?: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const menu = useId()
  const [picking, setPicking] = useState(false)
  const { request } = work
  const setClient = useSetClient(request.id)
  const reprint = useReprint()
  const close = useCloseTable(() => void navigate('/pos'))
  const last = request.commands.at(-1)
  return (
    <>
      <button type="button" className={c.client} onClick={() => setPicking(true)}>
        {request.client ? (
          <IconUser size={20} stroke={1.9} aria-hidden="true" />
        ) : (
          <IconUserPlus size={20} stroke={1.9} aria-hidden="true" />
        )}
        <span>{request.client?.display_name ?? t('orders.client.add')}</span>
      </button>
      <button type="button" className={c.more} aria-label={t('orders.more')} popoverTarget={menu}>
        <IconDots size={22} aria-hidden="true" />
      </button>
      {sheet ? (
        <IconButton label={t('orders.closeAccount')} onClick={() => work.setSheet(false)}>
          <IconX size={22} aria-hidden="true" />
        </IconButton>
      ) : null}
      <PopMenu id={menu} label={t('orders.more')}>
        <button
          type="button"
          className={popItem}
          disabled={!last || reprint.isPending}
          onClick={() => last && reprint.mutate(last.id)}
        >
          <IconPrinter size={20} stroke={1.8} aria-hidden="true" />
          {t('orders.reprint')}
        </button>
        <button
          type="button"
          className={popItem}
          disabled={request.table_id == null || request.lines.length > 0 || close.isPending}
          onClick={() => request.table_id != null && close.mutate(request.table_id)}
        >
          <IconDoorExit size={20} stroke={1.8} aria-hidden="true" />
          {t('orders.closeTable')}
        </button>
      </PopMenu>
      {picking ? (
        <ClientPicker
          onClose={() => setPicking(false)}
          onPick={(client) => {
            setClient.mutate(client?.id ?? null)
            setPicking(false)
          }}
        />
      ) : null}
    </>
  )
}
