import { Button, TextInput } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { Account, Client } from '../../api/model'
import { DialogForm, goButton } from '../../ui/DialogForm'
import { Stepper } from '../../ui/Stepper'
import { ClientPicker } from '../../widgets/clients/ClientPicker'
import { type Details, useEditRequest } from './accountMutations'
import c from './RequestDialog.module.css'

/** The fields about people and address, for each kind of account. */
const mostPersons = 99

const fields = {
  TABLE: ['client_name', 'name_reference', 'document_number'],
  ORDER: ['client_name', 'name_reference', 'phone', 'document_number'],
  DELIVERY: ['client_name', 'phone', 'direccion', 'referencia', 'repartidor', 'document_number'],
} as const

/** Edits who an account is for, and where it goes. */
export function RequestDialog(props: { request: Account; title: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { request, onClose } = props
  const [details, setDetails] = useState<Details>({
    persons: request.persons,
    client_name: request.client_name,
    phone: request.phone,
    direccion: request.direccion,
    referencia: request.referencia,
    repartidor: request.repartidor,
    name_reference: request.name_reference,
    document_number: request.document_number,
  })
  const edit = useEditRequest(request.id, onClose)
  const errors = fieldErrors(edit.error)
  const [picking, setPicking] = useState(false)
  const setInvoice = useEditRequest(request.id, () => setPicking(false))
  const invoice = (client: Client | null) => setInvoice.mutate({ invoice_client_id: client?.id ?? null })
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (request.type === 'DELIVERY' && !details.direccion.trim()) {
      setMissing(true)
      event.currentTarget.querySelector<HTMLInputElement>('[name="direccion"]')?.focus()
      return
    }
    const asked = Object.fromEntries(fields[request.type].map((field) => [field, details[field]]))
    const number = details.document_number.replace(/\s/g, '')
    edit.mutate({
      ...asked,
      ...(request.type === 'TABLE' ? { persons: details.persons } : {}),
      // Eleven digits are a RUC; what is neither that nor a DNI is chosen with its client.
      document_type: number === request.document_number ? undefined : /^\d{11}$/.test(number) ? 'RUC' : 'DNI',
    })
  }
  return (
    <DialogForm
      above={picking ? <ClientPicker onPick={invoice} onClose={() => setPicking(false)} /> : null}
      title={t('orders.details.title')}
      text={props.title}
      onClose={onClose}
      holds={details}
      onSubmit={submit}
    >
      {request.type === 'TABLE' ? (
        <div className={c.persons}>
          <span>{t('orders.details.persons')}</span>
          <Stepper
            label={t('orders.details.persons')}
            value={details.persons}
            max={mostPersons}
            tooMuch={t('orders.mostQty', { max: mostPersons })}
            onChange={(persons) => setDetails({ ...details, persons })}
          />
        </div>
      ) : null}
      {fields[request.type].map((field, index) => (
        <TextInput
          key={field}
          name={field}
          label={t(`orders.details.${field}`)}
          data-autofocus={index === 0 || undefined}
          type={field === 'phone' ? 'tel' : 'text'}
          inputMode={field === 'phone' ? 'tel' : field === 'document_number' ? 'numeric' : undefined}
          maxLength={200}
          required={field === 'direccion'}
          value={details[field]}
          error={field === 'direccion' && missing ? t('floor.addressMissing') : errors[field]}
          onChange={(event) => {
            setMissing(false)
            setDetails({ ...details, [field]: event.currentTarget.value })
          }}
        />
      ))}
      <Button
        variant="default"
        className={c.invoice}
        leftSection={<IconFileInvoice size={20} stroke={1.8} aria-hidden="true" />}
        onClick={() => setPicking(true)}
      >
        {request.invoice_client
          ? t('orders.details.invoiceTo', { name: request.invoice_client.display_name })
          : t('orders.details.invoice')}
      </Button>
      <Button type="submit" className={goButton} loading={edit.isPending}>
        {t('common.save')}
      </Button>
    </DialogForm>
  )
}
