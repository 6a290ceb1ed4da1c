import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chips } from '../../ui/Chips'
import { Cross } from '../../ui/Cross'
import { ServerForm } from '../../ui/form/ServerForm'
import { TypedDialog } from '../../ui/TypedDialog'
import { usePhone } from '../../ui/viewport'
import c from '../../widgets/cash/CashDialog.module.css'

const reasons = ['wrong', 'forgotten', 'sold'] as const

/** Asks why it is counted again although the difference is known; the PIN is asked for when the count ends. */
export function RecountDialog(props: { onRecount: (reason: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { onRecount, onClose } = props
  const phone = usePhone()
  const [reason, setReason] = useState('')
  const [text, setText] = useState('')
  const whole = [reason, text.trim()].filter(Boolean).join(': ')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (whole) onRecount(whole)
  }
  return (
    <TypedDialog
      label={t('cash.recountTitle')}
      onClose={onClose}
      holds={whole}
      shape={phone ? 'sheet' : 'center'}
    >
      <ServerForm className={c.form} onSubmit={submit}>
        <header className={c.head}>
          <h2>{t('cash.recountTitle')}</h2>
          <Cross onClose={onClose} />
        </header>
        <p className={c.about}>{t('cash.recountText')}</p>
        <Chips
          options={reasons.map((key) => t(`cash.recountReasons.${key}`))}
          chosen={[reason]}
          onToggle={(label) => setReason(reason === label ? '' : label)}
        />
        <Textarea
          label={t('cash.detail')}
          rows={2}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" className={c.go} disabled={!whole}>
          {t('cash.recount')}
        </Button>
      </ServerForm>
    </TypedDialog>
  )
}
