import { Button } from '@mantine/core'
import { IconFlame, IconSend2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { areaCounts, piecesOf } from '../../../data/orders/account'
import { nextAct, splitUnsent } from '../../../data/orders/courses'
import i18n from '../../../i18n/i18n'
import { Key } from '../../../ui/Key'
import account from '../Account.module.css'
import peek from '../OrderPeek.module.css'
import { AreaList, UnprintedAreas } from '../SendLabel'
import type { ShownLine } from '../taps'
import type { OrderScreenState } from '../useOrderScreen'
import c from './Courses.module.css'
import { fireLabel } from './words'

/** The words of the violet key: its name, the lines that go to the kitchen, and a note about those that do not. */
function useNext(work: OrderScreenState) {
  const { t } = useTranslation()
  const { request, taps } = work
  const next = nextAct(request, taps.unsent)
  if (!work.online || !next) {
    const title = t(work.online ? 'orders.nothingToSend' : 'orders.offline')
    return { title, going: [], rest: null, isFire: false, isNothing: true }
  }
  if (next.act === 'fire') {
    const going = next.group.held as ShownLine[]
    return { title: fireLabel(next.group.course), going, rest: null, isFire: true, isNothing: false }
  }
  const { leaving, staying } = splitUnsent(request, taps.unsent)
  const count = piecesOf(staying)
  const rest =
    count === 0 ? null : leaving.length === 0 ? t('courses.allWait') : t('courses.willWait', { count })
  return { title: t('orders.sendPlain'), going: leaving, rest, isFire: false, isNothing: false }
}

function Icon({ isFire, size }: { isFire: boolean; size: number }) {
  const Glyph = isFire ? IconFlame : IconSend2
  return <Glyph size={size} stroke={2} aria-hidden="true" />
}

/** The key at the foot of the account: it sends what is new, else it fires the course that follows. */
export function NextKey({ work, waits }: { work: OrderScreenState; waits: boolean }) {
  const { t } = useTranslation()
  const { title, going, rest, isFire, isNothing } = useNext(work)
  const areas = areaCounts(going).length > 0 ? <AreaList unsent={going} room={26} /> : null
  const first =
    isFire || !areas ? (
      title
    ) : (
      <>
        {t('orders.send')} {areas}
      </>
    )
  const second = isFire ? areas : rest
  return (
    <>
      <UnprintedAreas unsent={going} />
      <Button
        fullWidth
        className={account.send}
        loading={work.sending}
        disabled={waits || isNothing}
        leftSection={<Icon isFire={isFire} size={24} />}
        rightSection={<Key onAction>F2</Key>}
        onClick={work.send}
      >
        {second ? <TwoLines title={first}>{second}</TwoLines> : <span>{first}</span>}
      </Button>
    </>
  )
}

function TwoLines({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <span className={c.twoLines}>
      <b>{title}</b>
      <span>{children}</span>
    </span>
  )
}

/** The same key in the bar at the foot of a phone. */
export function PeekKey({ work, room }: { work: OrderScreenState; room: number }) {
  const { title, going, rest, isFire, isNothing } = useNext(work)
  return (
    <Button
      className={isFire ? `${peek.peekSend} ${c.peekFire}` : peek.peekSend}
      disabled={isNothing || work.closed}
      loading={work.sending}
      leftSection={<Icon isFire={isFire} size={20} />}
      onClick={work.send}
    >
      <span className={peek.twoLines}>
        <b>{title}</b>
        <span>{going.length > 0 ? <AreaList unsent={going} room={room} /> : rest}</span>
      </span>
    </Button>
  )
}

/** Says in the bar of a phone what is new, else what waits; null where nothing does. */
export function peekText({ request, taps }: OrderScreenState): string | null {
  const { fresh, held } = splitUnsent(request, taps.unsent)
  if (fresh.length > 0) return i18n.t('orders.unsentCount', { count: piecesOf(fresh) })
  return held.length > 0 ? i18n.t('courses.heldCount', { count: piecesOf(held) }) : null
}
