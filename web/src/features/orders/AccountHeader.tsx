import { IconDots, IconUser, IconUserPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchored } from '../../ui/anchored'
import { IconButton } from '../../ui/IconButton'
import c from './AccountHeader.module.css'
import { AccountMenu } from './AccountMenu'
import type { OrderScreenState } from './useOrderScreen'

/** Shows the account's table or client, and the menu of further actions. */
export function AccountHeader({ work, sheet }: { work: OrderScreenState; sheet?: boolean }) {
  const { t } = useTranslation()
  const menu = useId()
  const { opener, panel } = useAnchored<HTMLButtonElement>('right')
  const { request } = work
  return (
    <>
      <button type="button" className={c.client} onClick={() => work.show.dialog('client')}>
        {request.client ? (
          <IconUser size={20} stroke={1.9} aria-hidden="true" />
        ) : (
          <IconUserPlus size={20} stroke={1.9} aria-hidden="true" />
        )}
        <span>{request.client?.display_name ?? t('orders.client.add')}</span>
      </button>
      <button
        ref={opener}
        type="button"
        className={c.more}
        aria-label={t('orders.more')}
        popoverTarget={menu}
      >
        <IconDots size={22} aria-hidden="true" />
      </button>
      {sheet ? (
        <IconButton label={t('orders.closeAccount')} onClick={() => work.show.sheet(false)}>
          <IconX size={22} aria-hidden="true" />
        </IconButton>
      ) : null}
      <AccountMenu id={menu} work={work} panel={panel} />
    </>
  )
}
