import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { fieldErrors } from '../../../api/errors'
import type { Account, Allergen } from '../../../api/model'
import { allergenOptions } from '../../../data/catalog/allergens'
import '../../../i18n/allergy'
import { Chips } from '../../../ui/Chips'
import { DialogForm, goButton, secondButton } from '../../../ui/DialogForm'
import { useWrite } from '../../../ui/useWrite'
import { refetchRequest } from '../mutations'
import { hasAllergy } from './hasAllergy'
import { isNamesOnly, namedIn } from './namedIn'

interface Props {
  request: Account
  place: string
  onClose: () => void
}

const mostLetters = 80

/** Asks what somebody at the account must avoid; an empty answer takes the allergy away. */
export function AllergyDialog({ request, place, onClose }: Props) {
  const { t } = useTranslation()
  const [avoided, setAvoided] = useState<readonly Allergen[]>(request.allergens)
  const [note, setNote] = useState(request.allergy_note)
  const save = useSetAllergy(request.id, onClose)
  const errors = fieldErrors(save.error)
  const options = allergenOptions(t)
  const over = note.trim().length - mostLetters
  const type = (text: string) => {
    setNote(text)
    // A name that was there before may have been unticked since.
    const before = namedIn(note, options)
    const added = namedIn(text, options).filter((each) => !before.includes(each) && !avoided.includes(each))
    if (added.length > 0) setAvoided([...avoided, ...added])
  }
  const toggle = (label: string) =>
    setAvoided(
      options
        .filter((option) => (option.label === label) !== avoided.includes(option.value))
        .map(({ value }) => value),
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (over <= 0)
      save.mutate({ allergens: [...avoided], allergy_note: isNamesOnly(note, options) ? '' : note.trim() })
  }
  return (
    <DialogForm
      title={t('orders.allergy')}
      text={`${place}. ${t('allergy.text')}`}
      onClose={onClose}
      holds={{ avoided, note }}
      onSubmit={submit}
    >
      <Chips
        cook
        label={t('allergy.avoid')}
        options={options.map(({ label }) => label)}
        chosen={options.filter(({ value }) => avoided.includes(value)).map(({ label }) => label)}
        onToggle={toggle}
      />
      <TextInput
        name="allergy_note"
        label={t('allergy.note')}
        placeholder={t('allergy.noteHint')}
        autoComplete="off"
        value={note}
        error={over > 0 ? t('allergy.tooLong', { count: over }) : errors.allergy_note}
        description={over > -20 && over <= 0 ? t('allergy.left', { count: -over }) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {hasAllergy(request) ? (
        <Button
          variant="default"
          className={secondButton}
          disabled={save.isPending}
          onClick={() => save.mutate({ allergens: [], allergy_note: '' })}
        >
          {t('allergy.clear')}
        </Button>
      ) : null}
      <Button type="submit" className={goButton} loading={save.isPending}>
        {t('common.save')}
      </Button>
    </DialogForm>
  )
}

function useSetAllergy(requestId: number, onDone: () => void) {
  const { t } = useTranslation()
  return useWrite(
    (allergy: Pick<Account, 'allergens' | 'allergy_note'>, key) =>
      write('PUT', `/client-requests/${requestId}`, key, allergy),
    {
      failed: t('allergy.failed'),
      onSuccess: () => {
        refetchRequest(requestId)
        onDone()
      },
      atFields: ['allergy_note'],
    },
  )
}
