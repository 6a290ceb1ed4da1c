import { Button, NumberInput, Switch, TextInput } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../../api/errors'
import type { PlanTable } from '../../../api/model'
import { Stepper } from '../../../ui/Stepper'
import { asCircle, moveInsideRoom, spotOf, type TableSpot } from './draft'
import c from './Panel.module.css'
import { useChangeTable } from './queries'

interface Props {
  table: PlanTable
  room: { name: string; width: number; height: number }
  overlaps: boolean
  onSpot: (spot: TableSpot) => void
  onDuplicate: () => void
  onDelete: () => void
}

const shapes = ['SQUARE', 'RECTANGLE', 'ROUND'] as const
const numbers = [
  ['x', 0, 4000],
  ['y', 0, 3000],
  ['width', 60, 600],
  ['height', 60, 400],
] as const

const roundNumbers = [...numbers.slice(0, 2), ['width', 60, 400]] as const

/** Edits everything of a table by numbers: no dragging is needed. */
export function TablePanel({ table, room, overlaps, onSpot, onDuplicate, onDelete }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(table.name)
  const change = useChangeTable()
  useEffect(() => setName(table.name), [table.name])
  const put = (part: Partial<TableSpot>) =>
    onSpot(moveInsideRoom(asCircle({ ...spotOf(table), ...part }), room))
  const rename = () => {
    if (name.trim() && name.trim() !== table.name) change.mutate({ id: table.id, name: name.trim() })
    else setName(table.name)
  }
  return (
    <div className={c.panel}>
      <header>
        <h2>{t('orders.table', { name: table.name })}</h2>
        <p>{room.name}</p>
      </header>
      {overlaps ? (
        <p className={c.warning} role="status">
          {t('rooms.overlaps')}
        </p>
      ) : null}
      <TextInput
        label={t('rooms.name')}
        maxLength={20}
        value={name}
        error={change.variables?.name ? fieldErrors(change.error).name : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename()
        }}
      />
      <div className={c.field}>
        <span>{t('rooms.seats')}</span>
        <Stepper
          label={t('rooms.seats')}
          value={table.seats}
          max={99}
          fill
          onChange={(seats) => put({ seats })}
        />
      </div>
      <Shapes shape={table.shape} onChange={(shape) => put({ shape })} />
      <Numbers table={table} onChange={put} />
      <Switch
        size="md"
        label={t('rooms.active')}
        checked={table.status === 'ACTIVE'}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate({ id: table.id, status: event.currentTarget.checked ? 'ACTIVE' : 'INACTIVE' })
        }
      />
      <footer>
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden="true" />}
          onClick={onDuplicate}
        >
          {t('rooms.duplicate')}
        </Button>
        <Button variant="default" leftSection={<IconTrash size={18} aria-hidden="true" />} onClick={onDelete}>
          {t('rooms.remove')}
        </Button>
      </footer>
    </div>
  )
}

function Shapes({
  shape,
  onChange,
}: {
  shape: TableSpot['shape']
  onChange: (shape: TableSpot['shape']) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={c.field}>
      <span id="shape-label">{t('rooms.shape')}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser */}
      <div className={c.shapes} role="group" aria-labelledby="shape-label">
        {shapes.map((each) => (
          <button key={each} type="button" aria-pressed={shape === each} onClick={() => onChange(each)}>
            <i data-shape={each} aria-hidden="true" />
            {t(`rooms.shapeName.${each}`)}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Asks for place and size; a round table has one size, its diameter. */
function Numbers({ table, onChange }: { table: PlanTable; onChange: (part: Partial<TableSpot>) => void }) {
  const { t } = useTranslation()
  const round = table.shape === 'ROUND'
  return (
    <div className={c.numbers}>
      {(round ? roundNumbers : numbers).map(([field, min, max]) => (
        <NumberInput
          key={field}
          label={round && field === 'width' ? t('rooms.diameter') : t(`rooms.${field}`)}
          min={min}
          max={max}
          step={10}
          clampBehavior="blur"
          allowDecimal={false}
          value={table[field]}
          onChange={(value) => {
            if (typeof value === 'number' && value >= min && value <= max) {
              onChange(round && field === 'width' ? { width: value, height: value } : { [field]: value })
            }
          }}
        />
      ))}
    </div>
  )
}
