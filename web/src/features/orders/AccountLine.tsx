import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClockHour4,
  IconMessage2,
  IconRepeat,
  IconScale,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line, LineStatus } from '../../api/model'
import { extrasOf } from '../../data/orders/lineText'
import { amount, centimos, quantity } from '../../ui/format'
import { StatePill } from '../../ui/StatePill'
import { Stepper } from '../../ui/Stepper'
import { lineState } from '../../ui/states'
import c from './AccountLine.module.css'
import { Holds } from './allergy/Holds'
import { LineNote } from './LineNote'
import type { ShownLine } from './taps'
import { mostQuantity } from './useTaps'

/** A line that opens its tools scrolls them into sight. */
function useInSight(selected: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return ref
}

/** Shows a row of an account: quantity, dish with its extras, and the amount. */
export function LineRow(props: {
  line: Line
  /** What it contains that the account must avoid, in words. */
  holds?: string
  side?: ReactNode
  onClick?: () => void
  expanded?: boolean
}) {
  const { line } = props
  const extras = extrasOf(line)
  return (
    <button
      type="button"
      className={c.row}
      disabled={!props.onClick}
      aria-expanded={props.expanded}
      onClick={props.onClick}
    >
      <span className={c.qty}>{quantity(line.qty)}</span>
      <span className={c.text}>
        <b>{line.name}</b>
        {props.holds ? <Holds text={props.holds} /> : null}
        {extras ? <span>{extras}</span> : null}
        {line.comment ? (
          <em>
            <IconMessage2 size={14} stroke={2} aria-hidden="true" />
            {line.comment}
          </em>
        ) : null}
      </span>
      <span className={c.side}>
        {Number(line.measure) === 0 ? null : <b>{amount(centimos(line.total))}</b>}
        {line.schedule ? <small>{line.schedule.name}</small> : null}
        {props.side}
      </span>
    </button>
  )
}

interface UnsentProps {
  line: ShownLine
  holds?: string
  selected: boolean
  /** True when the line is gone meanwhile, so that it cannot be sent. */
  soldOut: boolean
  /** True when the line has no area, so that nobody would make it. */
  forgotten: boolean
  /** True when it was tapped without a connection, and waits here. */
  late: boolean
  /** A notice about a change by somebody else. */
  notice: ReactNode
  /** What stands under the amount where the line has no state. */
  side?: ReactNode
  /** Further tools, below the others. */
  more?: ReactNode
  onSelect: () => void
  onQty: (qty: number) => void
  onRemove: () => void
  onComment: (comment: string) => void
  /** The ready-made comments for the cook that fit it. */
  comments: string[]
  /** It opens the line's choices again, where it has any. */
  onOptions?: () => void
  /** It opens the pad again, where the line was weighed: its number is not counted up. */
  onWeigh?: () => void
}

/** A line that is not sent yet: a tap opens its tools. */
export function UnsentLine(props: UnsentProps) {
  const { line, selected, late, soldOut, forgotten, onSelect, onQty, onRemove, onComment, onOptions } = props
  const { t } = useTranslation()
  const [noting, setNoting] = useState(false)
  const note = useRef<HTMLFormElement>(null)
  // Until the server has answered there is no line to change.
  const known = line.id > 0
  return (
    <div
      ref={useInSight(selected)}
      className={c.line}
      data-selected={(selected && known) || undefined}
      data-late={late || undefined}
    >
      <LineRow
        line={line}
        holds={props.holds}
        expanded={selected}
        onClick={onSelect}
        side={soldOut || forgotten || late ? <UnsentState {...{ soldOut, forgotten, late }} /> : props.side}
      />
      {props.notice}
      {selected && known ? (
        <div className={c.tools}>
          {props.onWeigh ? (
            <button type="button" className={c.tool} onClick={props.onWeigh}>
              <IconScale size={19} stroke={1.9} aria-hidden="true" />
              {t('orders.weighAgain')}
            </button>
          ) : (
            <Stepper
              label={t('orders.qtyOf', { name: line.name })}
              value={Number(line.qty)}
              max={mostQuantity}
              tooMuch={t('orders.mostQty', { max: mostQuantity })}
              onChange={onQty}
            />
          )}
          {onOptions ? (
            <button type="button" className={c.tool} onClick={onOptions}>
              <IconAdjustmentsHorizontal size={19} stroke={1.9} aria-hidden="true" />
              {t('orders.options')}
            </button>
          ) : (
            <button
              type="button"
              className={c.tool}
              aria-pressed={noting}
              // A note that loses the focus closes, and the tap would open it again.
              onMouseDown={(event) => noting && event.preventDefault()}
              onClick={() => (noting ? note.current?.requestSubmit() : setNoting(true))}
            >
              <IconMessage2 size={19} stroke={1.9} aria-hidden="true" />
              {t('orders.note')}
            </button>
          )}
          <button
            type="button"
            className={c.tool}
            aria-label={t('orders.remove', { name: line.name })}
            onClick={onRemove}
          >
            <IconTrash size={19} stroke={1.9} aria-hidden="true" />
          </button>
        </div>
      ) : null}
      {selected && known ? props.more : null}
      {selected && noting && known ? (
        <LineNote
          form={note}
          value={line.comment ?? ''}
          comments={props.comments}
          onSave={(comment) => {
            setNoting(false)
            if (comment !== (line.comment ?? '')) onComment(comment)
          }}
        />
      ) : null}
    </div>
  )
}

function UnsentState({ soldOut, forgotten, late }: Pick<UnsentProps, 'soldOut' | 'forgotten' | 'late'>) {
  const { t } = useTranslation()
  if (soldOut) return <StatePill tone="bad" icon={IconAlertTriangle} label={t('orders.soldOut')} />
  if (forgotten) return <StatePill tone="bad" icon={IconAlertTriangle} label={t('orders.noArea')} />
  if (late) return <StatePill tone="quiet" icon={IconClockHour4} label={t('orders.toSave')} />
  return null
}

interface SentProps {
  line: Line
  holds?: string
  selected: boolean
  /** The floor's next step with the line: served, or on its way. */
  next: LineStatus | null
  onSelect?: () => void
  onNext: (status: LineStatus) => void
  /** The step of a moment ago, which can be undone. */
  undo: LineStatus | null
  onRepeat: () => void
  /** If absent, nothing of the line can be taken back. */
  onDismiss?: () => void
  /** The units that the open panel would take back. */
  taking?: number
}

/** True when no area makes the line, so that it stands in no queue. */
const waitsForNobody = (line: Line) =>
  line.status === 'PENDING' && line.combo_has_product.length === 0 && line.production_area_id == null

/** A line in the kitchen: it shows its progress; after a tap it can be served or taken back. */
export function SentLine(props: SentProps) {
  const { t } = useTranslation()
  const { line, selected, next, undo, onSelect, onNext, onDismiss, taking = 0 } = props
  const state = lineState[line.status]
  return (
    <div
      ref={useInSight(selected)}
      className={c.line}
      data-void={line.status === 'DISMISSED' || undefined}
      data-selected={selected || undefined}
      data-taking={taking > 0 || undefined}
    >
      <LineRow
        line={line}
        holds={props.holds}
        expanded={onSelect ? selected : undefined}
        onClick={onSelect}
        side={
          <>
            <StatePill
              tone={state.tone}
              icon={state.icon}
              label={waitsForNobody(line) ? t('orders.noKitchen') : t(`lineState.${line.status}`)}
            />
            {taking > 0 ? (
              <StatePill tone="bad" icon={IconX} label={t('orders.dismiss.taking', { count: taking })} />
            ) : null}
          </>
        }
      />
      {selected ? (
        <div className={c.tools} data-sent>
          {next ? (
            <button type="button" className={c.tool} onClick={() => onNext(next)}>
              <IconCheck size={19} stroke={2.2} aria-hidden="true" />
              {t(`lineState.${next}`)}
            </button>
          ) : null}
          {undo ? (
            <button type="button" className={c.tool} onClick={() => onNext(undo)}>
              <IconArrowBackUp size={19} stroke={1.9} aria-hidden="true" />
              {t('orders.undoDelivered')}
            </button>
          ) : null}
          <button type="button" className={c.tool} onClick={props.onRepeat}>
            <IconRepeat size={19} stroke={1.9} aria-hidden="true" />
            {t('orders.repeat')}
          </button>
          {onDismiss ? (
            <button type="button" className={c.tool} onClick={onDismiss}>
              <IconTrash size={19} stroke={1.9} aria-hidden="true" />
              {t('orders.dismiss.open')}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
