import { Button } from '@mantine/core'
import { IconCash, IconChevronUp, IconSend2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { piecesOf } from '../../data/orders/account'
import { money } from '../../ui/format'
import c from './OrderPeek.module.css'
import { AreaList } from './SendLabel'
import type { OrderScreenState } from './useOrderScreen'

/** Shows the bar at the foot of a phone: the total, what is not sent, collecting for those who may, and sending. */
export function OrderPeek({ work }: { work: OrderScreenState }) {
  const { t } = useTranslation()
  const count = piecesOf(work.taps.unsent)
  // In the sheet it stands beside the sum.
  const Next = work.courses?.PeekKey
  const collects = work.mayCollect && !work.view.sheet
  return (
    <div className={c.peek} data-collects={collects || undefined} data-toast-above>
      <button type="button" className={c.peekAccount} onClick={() => work.show.sheet(true)}>
        <IconChevronUp size={22} stroke={2.2} aria-hidden="true" />
        <span>
          <b>{money(work.sums.total)}</b>
          <span>
            {work.courses?.peekText(work) ??
              (count > 0 ? t('orders.unsentCount', { count }) : t('orders.seeAccount'))}
          </span>
        </span>
      </button>
      {collects ? (
        <Button
          variant="default"
          className={c.peekCollect}
          aria-label={t('orders.collect')}
          disabled={!work.online || work.closed || (count === 0 && work.request.lines.length === 0)}
          onClick={work.collect}
        >
          <IconCash size={26} stroke={1.8} aria-hidden="true" />
        </Button>
      ) : null}
      {Next ? (
        <Next work={work} room={collects ? 13 : 18} />
      ) : (
        <Button
          className={c.peekSend}
          disabled={count === 0 || !work.online || work.closed}
          loading={work.sending}
          leftSection={<IconSend2 size={20} aria-hidden="true" />}
          onClick={work.send}
        >
          <span className={c.twoLines}>
            <b>{work.online ? t('orders.sendPlain') : t('orders.offline')}</b>
            <span>
              <AreaList unsent={work.taps.unsent} room={collects ? 13 : 18} />
            </span>
          </span>
        </Button>
      )}
    </div>
  )
}
