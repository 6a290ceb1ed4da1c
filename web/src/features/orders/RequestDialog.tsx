import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { Request } from '../../api/model'
import { DialogForm, goButton } from '../../ui/DialogForm'
import { Stepper } from '../../ui/Stepper'
import { type Details, useEditRequest } from './accountMutations'
import c from './RequestDialog.module.css'

/** What each kind of account says of its people and its way. */
const fields = {
  TABLE: ['client_name'],
  ORDER: ['client_name', 'phone'],
  DELIVERY: ['client_name', 'phone', 'direccion', 'referencia', 'repartidor'],
} as const

/** Who an account is for, and where it goes: changed in place. */
export function RequestDialog(props: { request: Request; title: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { request, onClose } = props
  const [details, setDetails] = useState<Details>({
    persons: request.persons,
    client_name: request.client_name,
    phone: request.phone,
    direccion: request.direccion,
    referencia: request.referencia,
    repartidor: request.repartidor,
  })
  const edit = useEditRequest(request.id, onClose)
  const errors = fieldErrors(edit.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = Object.fromEntries(fields[request.type].map((field) => [field, details[field]]))
    edit.mutate(request.type === 'TABLE' ? { ...asked, persons: details.persons } : asked)
  }
  return (
    <DialogForm title={t('orders.details.title')} text={props.title} onClose={onClose} onSubmit={submit}>
      {request.type === 'TABLE' ? (
        <div className={c.persons}>
          <span>{t('orders.details.persons')}</span>
          <Stepper
            label={t('orders.details.persons')}
            value={details.persons}
            max={99}
            typed
            onChange={(persons) => setDetails({ ...details, persons })}
          />
        </div>
      ) : null}
      {fields[request.type].map((field, index) => (
        <TextInput
          key={field}
          label={t(`orders.details.${field}`)}
          data-autofocus={index === 0 || undefined}
          type={field === 'phone' ? 'tel' : 'text'}
          inputMode={field === 'phone' ? 'tel' : undefined}
          maxLength={200}
          required={field === 'direccion'}
          value={details[field]}
          error={errors[field]}
          onChange={(event) => setDetails({ ...details, [field]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit" className={goButton} loading={edit.isPending}>
        {t('common.save')}
      </Button>
    </DialogForm>
  )
}
