import { Button } from '@mantine/core'
import { IconCash, IconReceipt2, IconSend2 } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '../../ui/format'
import { Key } from '../../ui/Key'
import { lazyPart } from '../../ui/lazyPart'
import { Part } from '../../ui/Part'
import c from './Account.module.css'
import { AdjustmentRows, PaidRow, SubtotalRow } from './AdjustmentRows'
import { SendLabel, UnprintedAreas } from './SendLabel'
import type { OrderScreenState } from './useOrderScreen'

const ClosedFoot = lazyPart(() => import('./ClosedFoot').then((m) => m.ClosedFoot))
const AdjustmentSwitches = lazyPart(() =>
  import('./adjustments/AdjustmentSwitches').then((m) => m.AdjustmentSwitches),
)

/** Shows the total, and the three actions on the account. While a work panel is open, sending waits. */
export function AccountFoot(props: { work: OrderScreenState; working: boolean; sheet?: boolean }) {
  const { work, working, sheet } = props
  const { t } = useTranslation()
  const { request } = work
  const { unsent } = work.taps
  const waits = working || !work.online
  const Next = work.courses?.NextKey
  const nothing = waits || (request.lines.length === 0 && unsent.length === 0)
  if (work.closed)
    return (
      <Suspense fallback={null}>
        <ClosedFoot work={work} />
      </Suspense>
    )
  return (
    <footer className={c.foot} data-toast-above={sheet || undefined}>
      <Adjustments work={work} />
      <div className={c.total} data-preview={work.view.previewed ? true : undefined}>
        <span>{work.sums.partlyPaid ? t('orders.due') : t('orders.total')}</span>
        <b>{money(work.sums.total)}</b>
      </div>
      <div className={c.actions} data-single={!work.mayCollect || undefined}>
        <Button
          variant="default"
          className={c.secondary}
          loading={work.printing}
          disabled={nothing}
          leftSection={<IconReceipt2 size={20} stroke={1.8} aria-hidden="true" />}
          rightSection={<Key>F4</Key>}
          onClick={work.preBill}
        >
          {t('orders.preBill')}
        </Button>
        {work.mayCollect ? (
          <Button
            variant="default"
            className={c.secondary}
            disabled={nothing}
            leftSection={<IconCash size={20} stroke={1.8} aria-hidden="true" />}
            rightSection={<Key>F8</Key>}
            onClick={work.collect}
          >
            {t('orders.collect')}
          </Button>
        ) : null}
      </div>
      {Next ? (
        <Next work={work} waits={waits} />
      ) : (
        <>
          <UnprintedAreas unsent={unsent} />
          <Button
            fullWidth
            className={c.send}
            loading={work.sending}
            disabled={waits || unsent.length === 0}
            leftSection={<IconSend2 size={22} stroke={2} aria-hidden="true" />}
            rightSection={<Key onAction>F2</Key>}
            onClick={work.send}
          >
            <SendLabel work={work} />
          </Button>
        </>
      )}
    </footer>
  )
}

/** Lists the discounts and charges between lines and total with their switches or, while a panel makes one, as they would be. */
function Adjustments({ work }: { work: OrderScreenState }) {
  const { request, taps, view } = work
  const { previewed } = view
  const { unsent } = taps
  // An account without dishes owes nothing: its delivery charge would be shown as 0.00.
  if (request.lines.length + unsent.length === 0) return null
  const rows = <AdjustmentRows totals={previewed ?? request.totals} />
  return (
    <>
      <SubtotalRow totals={previewed ?? request.totals} subtotal={work.sums.subtotal} />
      {previewed ? (
        rows
      ) : (
        <Part fallback={rows}>
          <Suspense fallback={rows}>
            <AdjustmentSwitches requestId={request.id} onPin={work.show.changing} loading={rows} />
          </Suspense>
        </Part>
      )}
      <PaidRow totals={request.totals} />
    </>
  )
}
