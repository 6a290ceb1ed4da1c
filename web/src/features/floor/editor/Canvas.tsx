import { IconUsers } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Landmark, PlanTable } from '../../../api/model'
import { Chairs } from '../Chairs'
import c from './Canvas.module.css'
import { moveInsideRoom, type Place, type Snapped, snap } from './draft'
import { Measures } from './Measures'
import { placeInPercent } from './scale'

/** The selection: a table by its id, a landmark by its number. */
export type Choice = { table: number } | { mark: number } | null

interface Props {
  room: { name: string; width: number; height: number }
  tables: PlanTable[]
  landmarks: Landmark[]
  choice: Choice
  bad: Set<number>
  onChoose: (choice: Choice) => void
  onMove: (choice: NonNullable<Choice>, place: Place) => void
}

interface Drag {
  choice: NonNullable<Choice>
  from: Place
  /** It is null until the finger has moved further than it trembles at a tap. */
  to: Snapped | null
  pointer: { id: number; x: number; y: number }
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A tap may slip by this many pixels without moving anything. */
const TAP_SLIP = 4
/** A finger finds an edge within this many pixels. */
const MIN_TARGET = 44

/** The room as the floor plan draws it: tables are dragged, or chosen and moved by arrows. */
export function Canvas({ room, tables, landmarks, choice, bad, onChoose, onMove }: Props) {
  const { t } = useTranslation()
  const { canvas, drag, handlers } = useDragging({ room, tables, landmarks, choice, onChoose, onMove })
  const isRound = (picked: NonNullable<Choice>) =>
    'table' in picked && tables.find((each) => each.id === picked.table)?.shape === 'ROUND'
  const smallest = Math.min(...tables.flatMap((table) => [table.width, table.height]))
  return (
    <section
      ref={canvas}
      className={c.canvas}
      style={{
        aspectRatio: `${room.width} / ${room.height}`,
        // A large room is scrolled before its tables get too small for a finger.
        minWidth: tables.length > 0 ? Math.ceil((room.width * MIN_TARGET) / smallest) : undefined,
      }}
      aria-label={t('floor.roomOf', { salon: room.name })}
    >
      {landmarks.map((mark, index) => (
        <button
          key={`mark-${String(index)}`}
          type="button"
          className={c.mark}
          data-at={mark.y <= 0 ? 'top' : mark.y + mark.height >= room.height ? 'bottom' : undefined}
          aria-label={t('rooms.markAt', { name: mark.name, x: mark.x, y: mark.y })}
          {...handlers({ mark: index }, mark)}
        >
          <span>{mark.name}</span>
        </button>
      ))}
      {drag?.to ? <Measures from={drag.from} round={isRound(drag.choice)} to={drag.to} room={room} /> : null}
      {tables.map((table) => (
        <button
          key={table.id}
          type="button"
          className={c.table}
          data-shape={table.shape}
          data-off={table.status !== 'ACTIVE' || undefined}
          data-bad={bad.has(table.id) || undefined}
          aria-label={t('rooms.tableAt', { name: table.name, count: table.seats, x: table.x, y: table.y })}
          {...handlers({ table: table.id }, table)}
        >
          <Chairs table={table} />
          <b>{table.name}</b>
          <span className={c.seats}>
            <IconUsers size={14} aria-hidden="true" />
            {table.seats}
          </span>
        </button>
      ))}
    </section>
  )
}

type Dragging = Pick<Props, 'room' | 'tables' | 'landmarks' | 'choice' | 'onChoose' | 'onMove'>

/** Returns what is being dragged, and the handlers and looks of each part of the room. */
function useDragging({ room, tables, landmarks, choice, onChoose, onMove }: Dragging) {
  const canvas = useRef<HTMLElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)

  const grab = (event: PointerEvent, picked: NonNullable<Choice>, from: Place) => {
    if (event.button !== 0 || drag) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onChoose(picked)
    const pointer = { id: event.pointerId, x: event.clientX, y: event.clientY }
    setDrag({ choice: picked, from, to: null, pointer })
  }
  const pull = (event: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect()
    if (!drag || !box || event.pointerId !== drag.pointer.id) return
    const right = event.clientX - drag.pointer.x
    const down = event.clientY - drag.pointer.y
    if (!drag.to && Math.hypot(right, down) < TAP_SLIP) return
    const moved = {
      ...drag.from,
      x: drag.from.x + (right / box.width) * room.width,
      y: drag.from.y + (down / box.height) * room.height,
    }
    const to = snapped(moved, drag.choice, { room, tables, landmarks })
    setDrag({ ...drag, to })
  }
  const drop = (event: PointerEvent) => {
    if (!drag || event.pointerId !== drag.pointer.id) return
    const to = drag.to?.place
    if (to && (to.x !== drag.from.x || to.y !== drag.from.y)) onMove(drag.choice, to)
    setDrag(null)
  }
  const press = (event: KeyboardEvent, picked: NonNullable<Choice>, from: Place) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const by = event.shiftKey ? 1 : 10
    onMove(picked, moveInsideRoom({ ...from, x: from.x + step[0] * by, y: from.y + step[1] * by }, room))
  }
  const handlers = (picked: NonNullable<Choice>, from: Place) => ({
    'aria-pressed': same(picked, choice),
    'data-on': same(picked, choice) || undefined,
    'data-lifted': (drag?.to && same(picked, drag.choice)) || undefined,
    style: placeInPercent(drag?.to && same(picked, drag.choice) ? drag.to.place : from, room),
    onPointerDown: (event: PointerEvent) => grab(event, picked, from),
    onPointerMove: pull,
    onPointerUp: drop,
    onPointerCancel: () => setDrag(null),
    onClick: () => onChoose(picked),
    onFocus: () => onChoose(picked),
    onKeyDown: (event: KeyboardEvent) => press(event, picked, from),
  })
  return { canvas, drag, handlers }
}

/* Returns where a table or a landmark snaps to, beside the others. */
function snapped(
  moved: Place,
  choice: NonNullable<Choice>,
  { room, tables, landmarks }: Pick<Props, 'room' | 'tables' | 'landmarks'>,
) {
  const others = tables.filter((each) => !same({ table: each.id }, choice))
  return snap(moved, {
    align: 'table' in choice ? others : [],
    around: [
      ...others.filter((each) => each.status === 'ACTIVE'),
      ...landmarks.filter((_, index) => !same({ mark: index }, choice)),
    ],
    room,
  })
}

function same(one: Choice, two: Choice): boolean {
  if (!one || !two) return false
  if ('table' in one) return 'table' in two && one.table === two.table
  return 'mark' in two && one.mark === two.mark
}
