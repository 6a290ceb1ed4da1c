import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconciliationCase } from '../../../../api/model'
import { DialogForm, goButton } from '../../../../ui/DialogForm'
import { CaseCard } from './CaseCards'

interface Props {
  found: ReconciliationCase
  /** The name of the way to pay. */
  name: string
  busy: boolean
  onClear: (note: string) => void
  onClose: () => void
}

/** Asks why both sides differ, in the words of whoever found out. */
export function ClearDialog({ found, name, busy, onClear, onClose }: Props) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim()) onClear(note.trim())
  }
  return (
    <DialogForm
      title={t('reconciliation.clearTitle')}
      text={t('reconciliation.clearText')}
      onClose={onClose}
      holds={note}
      onSubmit={submit}
    >
      <CaseCard found={found} name={name} />
      <Textarea
        label={t('reconciliation.note')}
        rows={3}
        maxLength={300}
        data-autofocus
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" className={goButton} disabled={!note.trim()} loading={busy}>
        {t('reconciliation.clearGo')}
      </Button>
    </DialogForm>
  )
}
