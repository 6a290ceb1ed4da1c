import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDoor,
  IconPlus,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '../../../api/errors'
import type { PlanTable, SalonPlan } from '../../../api/model'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { Dialog } from '../../../ui/Dialog'
import { IconButton } from '../../../ui/IconButton'
import { useMoving } from '../../../ui/useMoving'
import { usePhone } from '../../../ui/viewport'
import { Canvas } from './Canvas'
import { spotOf } from './draft'
import { LandmarkPanel } from './LandmarkPanel'
import { refetchRooms, useDeleteTable } from './queries'
import c from './RoomEditor.module.css'
import { TablePanel } from './TablePanel'
import { useEditor } from './useEditor'
import { useUndoKeys } from './useUndoKeys'

/** Edits one room: a drawing with the properties beside it; on a phone a list with forms. */
export function RoomEditor({ plan, tabs }: { plan: SalonPlan; tabs: ReactNode }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const work = useEditor(plan)
  const [deleting, setDeleting] = useState<PlanTable | null>(null)
  const remove = useDeleteTable(() => {
    setDeleting(null)
    work.setChoice(null)
  })
  useUndoKeys(work.undo, work.redo)
  const panel = useMoving(<Properties plan={plan} work={work} onDelete={setDeleting} />)
  const stale = isApiError(work.save.error) && work.save.error.code === 'stale_version'
  return (
    <>
      <div className={c.actions}>
        <Button variant="default" disabled={!work.dirty} onClick={work.discard}>
          {t('rooms.discard')}
        </Button>
        <Button disabled={!work.dirty} loading={work.save.isPending} onClick={work.submit}>
          {t('rooms.save')}
        </Button>
      </div>
      <div className={c.bar}>
        {tabs}
        <Tools
          onUndo={work.canUndo ? work.undo : null}
          onRedo={work.canRedo ? work.redo : null}
          adding={work.add.isPending}
          onLandmark={() => work.addMark(t('rooms.kindName.DOOR'))}
          onTable={() => work.addTable()}
        />
      </div>
      {phone ? (
        <TableRows tables={work.tables} onPick={(table) => work.setChoice({ table: table.id })} />
      ) : (
        <div className={c.work}>
          <div className={c.split}>
            <div className={c.floor}>
              <Canvas
                room={plan}
                tables={work.tables}
                landmarks={work.landmarks}
                choice={work.choice}
                bad={work.bad}
                onChoose={work.setChoice}
                onMove={work.move}
              />
            </div>
            <aside className={c.side} aria-label={t('rooms.chosen')}>
              {panel.place}
            </aside>
          </div>
        </div>
      )}
      {phone && work.choice ? (
        <PhoneSheet onClose={() => work.setChoice(null)}>{panel.place}</PhoneSheet>
      ) : null}
      {phone && !work.choice ? null : panel.part}
      {deleting ? (
        <ConfirmDialog
          title={t('rooms.removeOf', { name: deleting.name })}
          text={t('rooms.removeText')}
          action={t('rooms.remove')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      ) : null}
      {stale ? (
        <StaleQuestion
          onSee={() => {
            work.save.reset()
            work.discard()
            void refetchRooms()
          }}
          onClose={() => work.save.reset()}
        />
      ) : null}
      {work.question}
    </>
  )
}

/** Says that somebody else changed the room meanwhile: their plan takes the place of this one. */
function StaleQuestion({ onSee, onClose }: { onSee: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('rooms.stale')}
      text={t('rooms.staleText')}
      action={t('rooms.seeIt')}
      onConfirm={onSee}
      onClose={onClose}
    />
  )
}

function PhoneSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Dialog label={t('rooms.chosen')} shape="sheet" onClose={onClose}>
      <div className={c.sheet}>
        <IconButton className={c.close} label={t('common.close')} onClick={onClose}>
          <IconX size={22} aria-hidden="true" />
        </IconButton>
        {children}
      </div>
    </Dialog>
  )
}

interface ToolsProps {
  /** It is null while there is nothing to undo. */
  onUndo: (() => void) | null
  onRedo: (() => void) | null
  adding: boolean
  onLandmark: () => void
  onTable: () => void
}

function Tools({ onUndo, onRedo, adding, onLandmark, onTable }: ToolsProps) {
  const { t } = useTranslation()
  return (
    <div className={c.tools}>
      <IconButton className={c.tool} label={t('rooms.undo')} disabled={!onUndo} onClick={onUndo ?? undefined}>
        <IconArrowBackUp size={22} stroke={1.9} aria-hidden="true" />
      </IconButton>
      <IconButton className={c.tool} label={t('rooms.redo')} disabled={!onRedo} onClick={onRedo ?? undefined}>
        <IconArrowForwardUp size={22} stroke={1.9} aria-hidden="true" />
      </IconButton>
      <IconButton className={c.tool} label={t('rooms.addLandmark')} onClick={onLandmark}>
        <IconDoor size={22} stroke={1.8} aria-hidden="true" />
      </IconButton>
      <Button
        variant="default"
        className={c.add}
        loading={adding}
        leftSection={<IconPlus size={19} stroke={2.2} aria-hidden="true" />}
        onClick={onTable}
      >
        {t('floor.table')}
      </Button>
    </div>
  )
}

function Properties(props: {
  plan: SalonPlan
  work: ReturnType<typeof useEditor>
  onDelete: (table: PlanTable) => void
}) {
  const { t } = useTranslation()
  const { plan, work } = props
  const { choice } = work
  if (choice && 'table' in choice) {
    const table = work.tables.find((each) => each.id === choice.table)
    if (table) {
      return (
        <TablePanel
          key={table.id}
          table={table}
          room={plan}
          overlaps={work.bad.has(table.id)}
          onSpot={(spot) => work.putTable(table.id, spot)}
          onDuplicate={() => work.addTable(spotOf(table))}
          onDelete={() => props.onDelete(table)}
        />
      )
    }
  }
  if (choice && 'mark' in choice) {
    const mark = work.landmarks[choice.mark]
    if (mark) {
      return (
        <LandmarkPanel
          key={choice.mark}
          mark={mark}
          room={plan}
          onChange={(now) =>
            work.putMarks(work.landmarks.map((each, index) => (index === choice.mark ? now : each)))
          }
          onDelete={() => {
            work.putMarks(work.landmarks.filter((_, index) => index !== choice.mark))
            work.setChoice(null)
          }}
        />
      )
    }
  }
  return <p className={c.hint}>{t('rooms.hint')}</p>
}

function TableRows({ tables, onPick }: { tables: PlanTable[]; onPick: (table: PlanTable) => void }) {
  const { t } = useTranslation()
  return (
    <ul className={c.rows}>
      {tables.map((table) => (
        <li key={table.id}>
          <button type="button" onClick={() => onPick(table)}>
            <b>{t('orders.table', { name: table.name })}</b>
            <span>
              <IconUsers size={16} aria-hidden="true" /> {t('floor.seats', { count: table.seats })}
              {table.status === 'ACTIVE' ? '' : ` · ${t('rooms.off')}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
