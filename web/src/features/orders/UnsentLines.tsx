import { IconSend2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { linesTotal, piecesOf } from '../../data/orders/account'
import { amount } from '../../ui/format'
import { measuredUnit } from '../../ui/measure'
import c from './Account.module.css'
import { LineRow, UnsentLine } from './AccountLine'
import { LineNotices } from './AccountNotices'
import type { ShownLine } from './taps'
import { useKeptSelection } from './useKeptSelection'
import type { OrderScreenState } from './useOrderScreen'

/** Lists the lines that are not sent yet, with the line that is being built. */
export function UnsentLines({ work, selected }: { work: OrderScreenState; selected: number | null }) {
  const { t } = useTranslation()
  const { building } = work
  const { unsent } = work.taps
  useKeptSelection(unsent, selected, work.show.select)
  if (unsent.length === 0 && !building) return null
  return (
    <section className={c.unsent} aria-label={t('orders.unsent')}>
      <h2>
        <IconSend2 size={15} stroke={2.3} aria-hidden="true" />
        {t('orders.unsent')}
        {unsent.length > 0 ? (
          <>
            <span className={c.count}>{piecesOf(unsent)}</span>
            <b>{amount(linesTotal(unsent))}</b>
          </>
        ) : null}
      </h2>
      {building ? (
        <div className={c.building}>
          <LineRow line={building} holds={work.lineHolds(building)} side={<em>{t('orders.choosing')}</em>} />
        </div>
      ) : null}
      {unsent.map((line) => (
        <OneUnsent key={line.id} work={work} line={line} selected={line.id === selected} />
      ))}
    </section>
  )
}

interface Props {
  work: OrderScreenState
  line: ShownLine
  selected: boolean
  /** What stands under the amount where the line has no state. */
  side?: ReactNode
  /** Further tools, below the others. */
  more?: ReactNode
}

/** A line that is not sent yet, with what this screen does with it. */
export function OneUnsent({ work, line, selected, side, more }: Props) {
  return (
    <UnsentLine
      line={line}
      holds={work.lineHolds(line)}
      late={line.pending === true && !work.online}
      soldOut={work.soldOut(line)}
      forgotten={work.forgotten(line)}
      notice={<LineNotices work={work} lineId={line.id} />}
      side={side}
      more={more}
      selected={selected}
      onSelect={() => work.show.select(selected ? null : line.id)}
      onQty={(qty) => work.taps.change(line, { qty })}
      onRemove={() => work.removeLine(line)}
      comments={work.comments(line)}
      onComment={(comment) => work.taps.change(line, { comment })}
      onOptions={work.hasOptions(line) && !measuredUnit(line) ? () => work.openOptions(line) : undefined}
      onWeigh={measuredUnit(line) ? () => work.openOptions(line) : undefined}
    />
  )
}
