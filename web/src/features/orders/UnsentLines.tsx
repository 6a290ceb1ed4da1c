import { IconSend2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { linesTotal, piecesOf } from '../../data/orders/account'
import { amount } from '../../ui/format'
import { measuredUnit } from '../../ui/measure'
import c from './Account.module.css'
import { LineRow, UnsentLine } from './AccountLine'
import { LineNotices } from './AccountNotices'
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
          <LineRow line={building} side={<em>{t('orders.choosing')}</em>} />
        </div>
      ) : null}
      {unsent.map((line) => (
        <UnsentLine
          key={line.id}
          line={line}
          late={line.pending === true && !work.online}
          soldOut={work.soldOut(line)}
          forgotten={work.forgotten(line)}
          notice={<LineNotices work={work} lineId={line.id} />}
          selected={line.id === selected}
          onSelect={() => work.show.select(line.id === selected ? null : line.id)}
          onQty={(qty) => work.taps.change(line, { qty })}
          onRemove={() => work.removeLine(line)}
          comments={work.comments(line)}
          onComment={(comment) => work.taps.change(line, { comment })}
          onOptions={work.hasOptions(line) && !measuredUnit(line) ? () => work.openOptions(line) : undefined}
          onWeigh={measuredUnit(line) ? () => work.openOptions(line) : undefined}
        />
      ))}
    </section>
  )
}
