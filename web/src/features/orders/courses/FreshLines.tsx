import { IconHandStop, IconSend2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { linesTotal, piecesOf } from '../../../data/orders/account'
import type { FreshGroup } from '../../../data/orders/courses'
import { amount } from '../../../ui/format'
import account from '../Account.module.css'
import { LineRow } from '../AccountLine'
import type { ShownLine } from '../taps'
import { OneUnsent } from '../UnsentLines'
import type { OrderScreenState } from '../useOrderScreen'
import c from './Courses.module.css'
import { LineCourse } from './LineCourse'
import { courseName } from './words'

interface Props {
  work: OrderScreenState
  groups: FreshGroup<ShownLine>[]
  selected: number | null
}

/** Lists what is new by course, with what becomes of it when the account is sent. */
export function FreshLines({ work, groups, selected }: Props) {
  const { t } = useTranslation()
  const { building } = work
  const all = groups.flatMap(({ lines }) => lines)
  if (all.length === 0 && !building) return null
  return (
    <section className={account.unsent} aria-label={t('orders.unsent')}>
      <h2>
        <IconSend2 size={15} stroke={2.3} aria-hidden="true" />
        {t('orders.unsent')}
        {all.length > 0 ? (
          <>
            <span className={account.count}>{piecesOf(all)}</span>
            <b>{amount(linesTotal(all))}</b>
          </>
        ) : null}
      </h2>
      {building ? (
        <div className={account.building}>
          <LineRow line={building} holds={work.lineHolds(building)} side={<em>{t('orders.choosing')}</em>} />
        </div>
      ) : null}
      {groups.map((group) => (
        <Group key={`${group.course?.id} ${group.waits}`} work={work} group={group} selected={selected} />
      ))}
    </section>
  )
}

function Group(props: Omit<Props, 'groups'> & { group: FreshGroup<ShownLine> }) {
  const { work, group, selected } = props
  const { course, waits, lines } = group
  const { t } = useTranslation()
  const Glyph = waits ? IconHandStop : IconSend2
  return (
    <div className={c.fresh}>
      <h3 data-waits={waits || undefined}>
        {courseName(course)}
        <span>
          <Glyph size={15} stroke={2} aria-hidden="true" />
          {t(waits ? 'courses.waits' : 'courses.leaves')}
        </span>
      </h3>
      {lines.map((line) => (
        <OneUnsent
          key={line.id}
          work={work}
          line={line}
          selected={line.id === selected}
          more={<LineCourse work={work} line={line} waits={waits} />}
        />
      ))}
    </div>
  )
}
