import { useState } from 'react'
import type { Landmark, SalonPlan } from '../../../api/model'
import { useUnsaved } from '../../../ui/useUnsaved'
import type { Choice } from './Canvas'
import {
  arrangedTables,
  emptyHistory,
  isTouched,
  landmarksOf,
  moveInsideRoom,
  nextName,
  overlapping,
  type Place,
  type RoomDraft,
  recordChange,
  redo,
  spotOf,
  type TableSpot,
  undo,
} from './draft'
import { useAddTable, useSaveLayout } from './queries'

/** Returns the state of arranging a room: selection, moves, undo and saving. */
export function useEditor(plan: SalonPlan) {
  const [history, setHistory] = useState(emptyHistory)
  const [choice, setChoice] = useState<Choice>(null)
  const draft = history.now
  const tables = arrangedTables(plan, draft)
  const landmarks = landmarksOf(plan, draft)
  const dirty = isTouched(draft)
  const discard = () => setHistory(emptyHistory)
  const save = useSaveLayout(plan.id, discard)
  const add = useAddTable((table) => setChoice({ table: table.id }))
  // The address names the room, so leaving it loses its changes.
  const unsaved = useUnsaved(dirty, 'address')

  const put = (now: RoomDraft) => setHistory((before) => recordChange(before, now))
  const putTable = (id: number, spot: TableSpot) => put({ ...draft, moved: { ...draft.moved, [id]: spot } })
  const putMarks = (marks: Landmark[]) => put({ ...draft, landmarks: marks })
  const move = (moved: NonNullable<Choice>, place: Place) => {
    if ('mark' in moved) {
      putMarks(landmarks.map((mark, index) => (index === moved.mark ? { ...mark, ...place } : mark)))
      return
    }
    const table = tables.find((each) => each.id === moved.table)
    if (table) putTable(table.id, { ...spotOf(table), x: place.x, y: place.y })
  }
  const addMark = (name: string) => {
    const mark = moveInsideRoom<Landmark>(
      { kind: 'DOOR', name, x: plan.width / 2 - 52, y: plan.height, width: 104, height: 28 },
      plan,
    )
    putMarks([...landmarks, mark])
    setChoice({ mark: landmarks.length })
  }
  return {
    tables,
    landmarks,
    choice,
    setChoice,
    dirty,
    discard,
    save,
    add,
    question: unsaved.question,
    bad: overlapping(tables),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    move,
    putTable,
    putMarks,
    addMark,
    addTable: (like?: TableSpot) =>
      add.mutate({
        salon_id: plan.id,
        name: nextName(tables),
        ...(like ? { seats: like.seats, width: like.width, height: like.height, shape: like.shape } : {}),
      }),
    submit: () =>
      save.mutate({
        tables: Object.entries(draft.moved).map(([id, spot]) => ({ id: Number(id), ...spot })),
        ...(draft.landmarks ? { landmarks: draft.landmarks } : {}),
        version: plan.layout_version,
      }),
  }
}
