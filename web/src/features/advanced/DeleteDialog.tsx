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

interface DeletionEvents {
  onDone: (deleted: Deleted) => void
  /** It is called for any error but one about the PIN, which is corrected in its dialog. */
  onRefused: () => void
}

function useDeletion(kind: DeletableRows['kind'], word: string, { onDone, onRefused }: DeletionEvents) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useWrite(
    (given: { pin: string; approver: number | null }, key) =>
      write('POST', `/advanced-options/${kind}`, key, {
        word,
        pin: given.pin,
        approver_id: given.approver,
      }),
    {
      onSuccess: (deleted) => {
        showToast('success', t(`advanced.deleted.${kind}`), t('advanced.backedUp'))
        void queries.invalidateQueries()
        onDone(deleted)
      },
      onError: (error) => {
        const aboutPin = isApiError(error) && ['wrong_pin', 'pin_locked', 'pin_required'].includes(error.code)
        if (!aboutPin) {
          onRefused()
          void queries.invalidateQueries({ queryKey: advancedKeys.all })
        }
        return true
      },
    },
  )
}

/** Asks for the word, typed exactly, then for the PIN; the numbers stay in sight until the end. */
export function DeleteDialog({ deletion, word, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [pin, setPin] = useState(false)
  const title = t(`advanced.ask.${deletion.kind}`)
  const work = useDeletion(deletion.kind, typed, { onDone, onRefused: () => setPin(false) })
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
