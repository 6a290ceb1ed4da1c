import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogForm, goButton } from '../../../ui/DialogForm'
import { lineOfCode, type ShownCountLine } from '../countLines'

interface Props {
  lines: ShownCountLine[]
  onGo: (line: ShownCountLine) => void
  onClose: () => void
}

/** Asks for a code, scanned or typed, and goes to its item. */
export function CodeDialog({ lines, onGo, onClose }: Props) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const line = lineOfCode(lines, code)
    if (line) onGo(line)
    else setMissing(true)
  }
  return (
    <DialogForm
      title={t('counts.counting.scan')}
      text={t('counts.counting.codeText')}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label={t('counts.counting.codeField')}
        data-autofocus
        autoComplete="off"
        value={code}
        error={missing ? t('counts.counting.codeNone') : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setMissing(false)
        }}
      />
      <Button type="submit" className={goButton} disabled={code.trim() === ''}>
        {t('counts.counting.codeGo')}
      </Button>
    </DialogForm>
  )
}
