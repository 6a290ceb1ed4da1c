import {
  IconArrowRight,
  IconBike,
  IconCheck,
  IconChefHat,
  IconCircle,
  IconPaperBag,
  IconToolsKitchen2,
  IconX,
} from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { KitchenCard, KitchenLine, LineStatus } from '../../api/model'
import { quantity } from '../../ui/format'
import { measureText } from '../../ui/measure'
import { CardAllergy } from './CardAllergy'
import c from './CommandCard.module.css'
import { ageIcon } from './WallHead'
import { type Age, cardStep, type KitchenStep, lineKey, lineStep } from './wall'

const kindIcon = { TABLE: IconToolsKitchen2, ORDER: IconPaperBag, DELIVERY: IconBike }

/** Writes "MESA 12" as "Mesa 12" on a screen; names of tables stay as they are. */
export const placeName = (label: string) =>
  label.replace(/^(MESA|LLEVAR|DELIVERY)\b/, (word) => word.charAt(0) + word.slice(1).toLowerCase())

interface Props {
  card: KitchenCard
  /** The card's place on the kitchen screen. */
  style: CSSProperties | undefined
  minutes: number
  age: Age
  /** True while the server is not heard, so that nothing can be moved. */
  locked: boolean
  onStep: (step: KitchenStep | null) => void
  /** The lines that came from another table together with this one, where this card asks whether that was seen. */
  moved: number[] | undefined
  /** Marks the message about these lines as seen by the kitchen. */
  onAcknowledge: (lineIds: number[]) => void
  /** What stands below the lines: what of the account waits for later. */
  children?: ReactNode
}

export function CommandCard(props: Props) {
  const { card, style, minutes, age, locked, moved, onStep, onAcknowledge } = props
  const { t } = useTranslation()
  const Kind = kindIcon[card.type]
  const AgeGlyph = ageIcon[age]
  const place = placeName(card.label)
  const number = String(card.number).padStart(4, '0')
  const waiter = card.waiter.split(' ')[0]
  const where = card.type === 'TABLE' ? [card.course || card.salon, waiter] : [card.client_name || waiter]
  const step = cardStep(card)
  return (
    <article
      className={c.card}
      style={style}
      data-age={age}
      aria-label={t('kitchen.cardLabel', { place, count: minutes })}
    >
      <button type="button" className={c.head} disabled={locked || !step} onClick={() => onStep(step)}>
        <Kind size={30} stroke={2} aria-hidden="true" />
        <b className={c.place}>{place}</b>
        {minutes === 0 ? (
          <span className={c.fresh}>{t('kitchen.fresh')}</span>
        ) : (
          <span className={c.minutes}>
            <AgeGlyph size={26} aria-hidden="true" />
            <b>{minutes}</b>
          </span>
        )}
        <span className={c.where}>
          <span>{where.filter(Boolean).join(' · ')}</span>
          <span>· {number}</span>
          {minutes === 0 ? null : <i>min</i>}
        </span>
      </button>
      {card.allergy ? <CardAllergy what={card.allergy} /> : null}
      <MovedNote card={card} locked={locked} moved={moved} onAcknowledge={onAcknowledge} />
      <ul className={c.lines}>
        {card.lines.map((line) => (
          <Line
            key={lineKey(line)}
            line={line}
            locked={locked}
            onStep={() => onStep(lineStep(card, line))}
            onAcknowledge={() => onAcknowledge([line.id])}
          />
        ))}
      </ul>
      {props.children}
    </article>
  )
}

/**
 * The card stands under its new table already; this names the table where the cook knew it, until somebody has read that. Where
 * several cards moved together the first one asks.
 */
function MovedNote({
  card,
  locked,
  moved,
  onAcknowledge,
}: Omit<Props, 'style' | 'minutes' | 'age' | 'onStep'>) {
  const { t } = useTranslation()
  const from = card.lines.find((line) => line.moved_from)?.moved_from
  if (!from) return null
  return (
    <div className={c.moved}>
      <span>
        <IconArrowRight size={26} stroke={2.2} aria-hidden="true" />
        {t('kitchen.movedFrom', { place: placeName(from) })}
      </span>
      {moved ? (
        <button type="button" data-acknowledge disabled={locked} onClick={() => onAcknowledge(moved)}>
          {t('kitchen.acknowledgeMove')}
        </button>
      ) : null}
    </div>
  )
}

type LineState = 'queued' | 'cooking' | 'done' | 'cancelled'
const stateIcon = { queued: IconCircle, cooking: IconChefHat, done: IconCheck, cancelled: IconX }
const stateOf: Record<LineStatus, LineState> = {
  PENDING: 'queued',
  PROCESSING: 'cooking',
  PREPARED: 'done',
  DISPATCHED: 'done',
  DELIVERED: 'done',
  DISMISSED: 'cancelled',
}

interface LineProps {
  line: KitchenLine
  locked: boolean
  onStep: () => void
  onAcknowledge: () => void
}

function Line({ line, locked, onStep, onAcknowledge }: LineProps) {
  const { t } = useTranslation()
  const state = line.dismissed ? 'cancelled' : stateOf[line.status]
  const Glyph = stateIcon[state]
  const moves = state === 'queued' || state === 'cooking'
  return (
    <li className={c.line} data-line={state}>
      <button type="button" className={c.main} disabled={locked || !moves} onClick={onStep}>
        <b className={c.quantity}>{quantity(line.quantity)}</b>
        <span className={c.text}>
          <span className={c.name}>
            {line.name}
            {measureText(line) ? <b> {measureText(line)}</b> : null}
          </span>
          {line.variant ? <span className={c.variant}>{line.variant}</span> : null}
          {line.combo ? <span className={c.combo}>{line.combo}</span> : null}
          {line.choices.map(({ group, options }) => (
            <span key={group} className={c.variant}>
              {group}: {options}
            </span>
          ))}
          {line.toppings.map((topping) => (
            <span key={topping.name} className={c.variant}>
              + {quantity(topping.quantity) === '1' ? '' : `${quantity(topping.quantity)} `}
              {topping.name}
            </span>
          ))}
          {line.comment ? <span className={c.note}>{line.comment}</span> : null}
          {line.dismissed && line.dismissed_reason ? (
            <span className={c.why}>{line.dismissed_reason}</span>
          ) : null}
        </span>
        <span className={c.state} data-state>
          <Glyph size={26} stroke={2.2} aria-hidden="true" />
          <span className="sr">{t(`kitchen.state.${state}`)}</span>
        </span>
      </button>
      {line.dismissed ? (
        <button
          type="button"
          className={c.acknowledge}
          data-acknowledge
          disabled={locked}
          onClick={onAcknowledge}
        >
          {t('kitchen.acknowledge')}
        </button>
      ) : null}
    </li>
  )
}
