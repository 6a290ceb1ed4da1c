import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { CashMovement } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { centimos, decimal, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { MoneyInput } from '../../ui/MoneyInput'
import { usePhone } from '../../ui/viewport'
import c from './CashDialog.module.css'
import { useAddMovement } from './queries'

/** Money that comes into the drawer or leaves it without a sale. */
export function MovementDialog({ cycleId, onClose }: { cycleId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [type, setType] = useState<CashMovement['movement_type']>('EXPENSE')
  const [text, setText] = useState('')
  const [motive, setMotive] = useState('')
  const [person, setPerson] = useState('')
  const add = useAddMovement(onClose)
  const errors = fieldErrors(add.error)
  const ready = centimos(text) > 0 && motive.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    add.mutate({
      movement_type: type,
      amount: decimal(centimos(text)),
      receipt_by: person.trim(),
      motive: motive.trim(),
      cash_box_cycle_id: cycleId,
    })
  }
  return (
    <Dialog label={t('cash.addMovement')} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      <form className={c.form} onSubmit={submit}>
        <header className={c.head}>
          <h2>{t('cash.addMovement')}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <SegmentedControl
          size="lg"
          aria-label={t('cash.movementType')}
          value={type}
          onChange={(chosen) => setType(chosen as CashMovement['movement_type'])}
          data={[
            { value: 'EXPENSE', label: t('cash.expense') },
            { value: 'ENTRY', label: t('cash.entry') },
          ]}
        />
        <MoneyInput
          label={t('cash.amount')}
          value={text}
          onChange={setText}
          error={errors.amount}
          autoFocus
        />
        <TextInput
          label={t('cash.motive')}
          placeholder={type === 'ENTRY' ? t('cash.motiveEntry') : t('cash.motiveExpense')}
          value={motive}
          error={errors.motive}
          maxLength={300}
          onChange={(event) => setMotive(event.currentTarget.value)}
        />
        <TextInput
          label={type === 'ENTRY' ? t('cash.givenBy') : t('cash.receivedBy')}
          value={person}
          error={errors.receipt_by}
          maxLength={300}
          onChange={(event) => setPerson(event.currentTarget.value)}
        />
        <Button type="submit" className={c.go} disabled={!ready} loading={add.isPending}>
          {t(type === 'ENTRY' ? 'cash.addEntry' : 'cash.addExpense', { amount: money(centimos(text)) })}
        </Button>
      </form>
    </Dialog>
  )
}
