import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogForm } from '../../../ui/DialogForm'
import { quantity } from '../../../ui/format'
import { type ShownCountLine, searchCountLines } from '../countLines'
import c from './Counting.module.css'

interface Props {
  lines: ShownCountLine[]
  onGo: (line: ShownCountLine) => void
  onClose: () => void
}

/** Lists all items of the sheet, also the counted ones, to go to one of them. */
export function FindDialog({ lines, onGo, onClose }: Props) {
  const { t } = useTranslation()
  const [term, setTerm] = useState('')
  const found = searchCountLines(lines, term)
  const first = found[0]
  return (
    <DialogForm
      title={t('counts.counting.findTitle')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (first && term.trim()) onGo(first)
      }}
    >
      <TextInput
        label={t('counts.counting.findField')}
        data-autofocus
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      {found.length === 0 ? <p role="status">{t('counts.counting.findNone')}</p> : null}
      <ul className={c.found}>
        {found.map((line) => (
          <li key={line.id}>
            <button type="button" onClick={() => onGo(line)}>
              <span>
                {line.name}
                <small>{line.category}</small>
              </span>
              <Counted line={line} />
            </button>
          </li>
        ))}
      </ul>
    </DialogForm>
  )
}

function Counted({ line }: { line: ShownCountLine }) {
  const { t } = useTranslation()
  if (line.typed === '')
    return <small>{t(line.recount ? 'counts.counting.again' : 'counts.counting.notCounted')}</small>
  const unit = line.units.find((each) => each.measurement_id === line.unit)
  return (
    <b>
      {quantity(line.typed)} {unit?.symbol ?? line.measurement}
    </b>
  )
}
