import { IconUsers } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Landmark, PlanTable } from '../../../api/model'
import c from './Canvas.module.css'
import { type Guides, inside, type Place, snap } from './draft'

/** What is chosen: a table by its id, a landmark by its number. */
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
  at: Place
  guides: Guides
  pointer: { x: number; y: number }
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const noGuides: Guides = { x: null, y: null }

/** The room as it is drawn on the map: drag, or choose and press arrows. */
export function Canvas({ room, tables, landmarks, choice, bad, onChoose, onMove }: Props) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)

  const grab = (event: PointerEvent, picked: NonNullable<Choice>, from: Place) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onChoose(picked)
    setDrag({
      choice: picked,
      from,
      at: from,
      guides: noGuides,
      pointer: { x: event.clientX, y: event.clientY },
    })
  }
  const pull = (event: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect()
    if (!drag || !box) return
    const moved = {
      ...drag.from,
      x: drag.from.x + ((event.clientX - drag.pointer.x) / box.width) * room.width,
      y: drag.from.y + ((event.clientY - drag.pointer.y) / box.height) * room.height,
    }
    const others: Place[] = tables.filter((each) => !same({ table: each.id }, drag.choice))
    const { place, guides } = snap(moved, 'table' in drag.choice ? others : [])
    setDrag({ ...drag, at: inside(place, room), guides })
  }
  const drop = () => {
    if (!drag) return
    if (drag.at.x !== drag.from.x || drag.at.y !== drag.from.y) onMove(drag.choice, drag.at)
    setDrag(null)
  }
  const press = (event: KeyboardEvent, picked: NonNullable<Choice>, from: Place) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const by = event.shiftKey ? 1 : 10
    onMove(picked, inside({ ...from, x: from.x + step[0] * by, y: from.y + step[1] * by }, room))
  }
  const handlers = (picked: NonNullable<Choice>, from: Place) => ({
    'aria-pressed': same(picked, choice),
    'data-on': same(picked, choice) || undefined,
    'data-lifted': (drag && same(picked, drag.choice)) || undefined,
    style: at(drag && same(picked, drag.choice) ? drag.at : from, room),
    onPointerDown: (event: PointerEvent) => grab(event, picked, from),
    onPointerMove: pull,
    onPointerUp: drop,
    onPointerCancel: () => setDrag(null),
    onClick: () => onChoose(picked),
    onFocus: () => onChoose(picked),
    onKeyDown: (event: KeyboardEvent) => press(event, picked, from),
  })
  return (
    <section
      ref={canvas}
      className={c.canvas}
      style={{ aspectRatio: `${room.width} / ${room.height}` }}
      aria-label={t('floor.roomOf', { salon: room.name })}
    >
      {landmarks.map((mark, index) => (
        <button
          key={`mark-${String(index)}`}
          type="button"
          className={c.mark}
          aria-label={t('rooms.markAt', { name: mark.name, x: mark.x, y: mark.y })}
          {...handlers({ mark: index }, mark)}
        >
          {mark.name}
        </button>
      ))}
      {drag ? <span className={c.from} style={at(drag.from, room)} aria-hidden="true" /> : null}
      {drag && drag.guides.x !== null ? (
        <i className={c.guide} data-down style={{ left: percent(drag.guides.x, room.width) }} />
      ) : null}
      {drag && drag.guides.y !== null ? (
        <i className={c.guide} style={{ top: percent(drag.guides.y, room.height) }} />
      ) : null}
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
          <b>{table.name}</b>
          <span>
            <IconUsers size={14} aria-hidden="true" />
            {table.seats}
          </span>
        </button>
      ))}
    </section>
  )
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

const at = (place: Place, room: { width: number; height: number }) => ({
  left: percent(place.x, room.width),
  top: percent(place.y, room.height),
  width: percent(place.width, room.width),
  height: percent(place.height, room.height),
})

function same(one: Choice, two: Choice): boolean {
  if (!one || !two) return false
  if ('table' in one) return 'table' in two && one.table === two.table
  return 'mark' in two && one.mark === two.mark
}
