import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCoins,
  IconDiscount,
  IconDoorExit,
  IconEdit,
  IconReceipt,
  IconToolsKitchen3,
  IconUserShare,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { PopMenu, popItem } from '../../ui/PopMenu'
import { useCloseTable } from './accountMutations'
import type { OrderScreenState } from './useOrderScreen'

interface Props {
  id: string
  work: OrderScreenState
  panel: ComponentProps<typeof PopMenu>['panel']
}

/** Shows the menu of further actions on an account. */
export function AccountMenu({ id, work, panel }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { request } = work
  const close = useCloseTable(() => void navigate('/pos'))
  return (
    <PopMenu id={id} label={t('orders.more')} panel={panel}>
      <button
        type="button"
        className={popItem}
        disabled={request.commands.length === 0}
        onClick={() => work.show.dialog('history')}
      >
        <IconReceipt size={20} stroke={1.8} aria-hidden="true" />
        {t('orders.history.open')}
      </button>
      <button
        type="button"
        className={popItem}
        disabled={work.closed || request.lines.length === 0}
        onClick={() => work.open({ kind: 'discount' })}
      >
        <IconDiscount size={20} stroke={1.8} aria-hidden="true" />
        {t('adjust.openDiscount')}
      </button>
      <button
        type="button"
        className={popItem}
        disabled={work.closed || request.lines.length === 0}
        onClick={() => work.open({ kind: 'charge' })}
      >
        <IconCoins size={20} stroke={1.8} aria-hidden="true" />
        {t('adjust.openCharge')}
      </button>
      <button
        type="button"
        className={popItem}
        disabled={work.closed && request.type !== 'DELIVERY'}
        onClick={() => work.show.dialog('request')}
      >
        <IconEdit size={20} stroke={1.8} aria-hidden="true" />
        {t('orders.details.open')}
      </button>
      <button
        type="button"
        className={popItem}
        disabled={work.closed}
        onClick={() => work.show.dialog('allergy')}
      >
        <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
        {t('orders.allergy')}
      </button>
      {work.closed ? null : (
        <button
          type="button"
          className={popItem}
          disabled={!work.mayCollect}
          onClick={() => work.show.dialog('handOver')}
        >
          <IconUserShare size={20} stroke={1.8} aria-hidden="true" />
          <span>
            {t('orders.handOver.open')}
            {work.mayCollect ? null : <small>{t('orders.handOver.ask')}</small>}
          </span>
        </button>
      )}
      {request.table_id != null && !work.closed ? (
        <>
          <Link to={`/pos-options?tab=move-table&origin=${request.table_id}`} className={popItem}>
            <IconArrowsExchange size={20} stroke={1.8} aria-hidden="true" />
            {t('orders.move.table')}
          </Link>
          <Link to={`/pos-options?tab=move-order&origin=${request.table_id}`} className={popItem}>
            <IconToolsKitchen3 size={20} stroke={1.8} aria-hidden="true" />
            {t('orders.move.order')}
          </Link>
        </>
      ) : null}
      {request.table_id != null ? (
        <button
          type="button"
          className={popItem}
          disabled={request.lines.length > 0 || close.isPending}
          onClick={() => request.table_id != null && close.mutate(request.table_id)}
        >
          <IconDoorExit size={20} stroke={1.8} aria-hidden="true" />
          {t('orders.closeTable')}
        </button>
      ) : null}
    </PopMenu>
  )
}
