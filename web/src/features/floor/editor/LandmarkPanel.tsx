import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Landmark } from '../../../api/model'
import { moveInsideRoom } from './draft'
import c from './Panel.module.css'

const kinds = ['WINDOW', 'BAR', 'KITCHEN', 'DOOR', 'OTHER'] as const
const numbers = ['x', 'y', 'width', 'height'] as const

/** Edits a landmark that helps to find one's way: a door, the bar, a window. */
export function LandmarkPanel(props: {
  mark: Landmark
  room: { name: string; width: number; height: number }
  onChange: (mark: Landmark) => void
  onDelete: () => void
}) {
  const { t } = useTranslation()
  const { mark, room, onChange, onDelete } = props
  return (
    <div className={c.panel}>
      <header>
        <h2>{mark.name || t('rooms.landmark')}</h2>
        <p>{room.name}</p>
      </header>
      <TextInput
        label={t('rooms.landmarkName')}
        maxLength={40}
        value={mark.name}
        onChange={(event) => onChange({ ...mark, name: event.currentTarget.value })}
      />
      <Select
        label={t('rooms.kind')}
        allowDeselect={false}
        value={mark.kind}
        data={kinds.map((kind) => ({ value: kind, label: t(`rooms.kindName.${kind}`) }))}
        onChange={(kind) => onChange({ ...mark, kind: kind ?? mark.kind })}
      />
      <div className={c.numbers}>
        {numbers.map((field) => (
          <NumberInput
            key={field}
            label={t(`rooms.${field}`)}
            min={field === 'x' || field === 'y' ? 0 : 10}
            step={10}
            allowDecimal={false}
            value={mark[field]}
            onChange={(value) => {
              if (typeof value === 'number' && value >= 0)
                onChange(moveInsideRoom({ ...mark, [field]: value }, room))
            }}
          />
        ))}
      </div>
      <footer>
        <Button variant="default" leftSection={<IconTrash size={18} aria-hidden="true" />} onClick={onDelete}>
          {t('rooms.remove')}
        </Button>
      </footer>
    </div>
  )
}
