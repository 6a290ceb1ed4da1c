import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { errorText, isApiError } from '../../api/errors'
import { advancedKeys } from '../../data/advanced/keys'
import { Dialog } from '../../ui/Dialog'
import { ServerForm } from '../../ui/form/ServerForm'
import { PinDialog } from '../../ui/PinDialog'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'
import c from './AdvancedScreen.module.css'
import { DeletionCounts } from './DeletionCounts'
import type { DeletableRows, Deleted } from './queries'

interface Props {
  deletion: DeletableRows
  word: string
  onClose: () => void
  onDone: (deleted: Deleted) => void
}

/** Asks for the word, typed exactly, then for the PIN; the numbers stay in sight until the end. */
export function DeleteDialog({ deletion, word, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [pin, setPin] = useState(false)
  const title = t(`advanced.ask.${deletion.kind}`)
  const work = useWrite(
    (given: { pin: string; approver: number | null }, key) =>
      write('POST', `/advanced-options/${deletion.kind}`, key, {
        word: typed,
        pin: given.pin,
        approver_id: given.approver,
      }),
    {
      onSuccess: (deleted) => {
        showToast('success', t(`advanced.deleted.${deletion.kind}`), t('advanced.backedUp'))
        void queries.invalidateQueries()
        onDone(deleted)
      },
      // A wrong PIN is corrected in its dialog; any other error goes back to the numbers.
      onError: (error) => {
        const aboutPin = isApiError(error) && ['wrong_pin', 'pin_locked', 'pin_required'].includes(error.code)
        if (!aboutPin) {
          setPin(false)
          void queries.invalidateQueries({ queryKey: advancedKeys.all })
        }
        return true
      },
    },
  )
  const next = (event: FormEvent) => {
    event.preventDefault()
    work.reset()
    if (typed === word) setPin(true)
    else setWrong(true)
  }
  if (pin) {
    return (
      <PinDialog
        title={t('advanced.pinTitle')}
        action="advanced_deletion"
        error={work.error}
        busy={work.isPending}
        onSubmit={(given, approver) => work.mutate({ pin: given, approver })}
        onClose={() => setPin(false)}
      >
        <b>{title}</b>
        <DeletionCounts deletion={deletion} />
      </PinDialog>
    )
  }
  return (
    <Dialog label={title} onClose={onClose}>
      <ServerForm className={c.dialog} onSubmit={next}>
        <h2>{title}</h2>
        <p>{t('advanced.lost')}</p>
        <DeletionCounts deletion={deletion} />
        <p>{t('advanced.before')}</p>
        <TextInput
          data-autofocus
          label={t('advanced.typeWord', { word })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          error={wrong ? t('advanced.exactly', { word }) : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setWrong(false)
          }}
        />
        {work.error ? (
          <p className={c.error} role="alert">
            {isApiError(work.error) && work.error.serverMessage
              ? work.error.serverMessage
              : errorText(work.error)}
          </p>
        ) : null}
        <div className={c.foot}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('advanced.toPin')}</Button>
        </div>
      </ServerForm>
    </Dialog>
  )
}
