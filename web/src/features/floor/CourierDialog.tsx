import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorAccount } from '../../api/model'
import { Chips } from '../../ui/Chips'
import { DialogForm, goButton } from '../../ui/DialogForm'
import { useCourier } from './reservations'

/** Chooses the courier; those who are out with other deliveries are one tap away. */
export function CourierDialog(props: { request: FloorAccount; known: string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { request, known, onClose } = props
  const [name, setName] = useState(request.courier)
  const save = useCourier(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ id: request.id, repartidor: name.trim() })
  }
  return (
    <DialogForm
      title={t('delivery.courierFor', { number: request.correlative })}
      text={`${request.client_name} · ${request.address}`}
      onClose={onClose}
      holds={name}
      onSubmit={submit}
    >
      {known.length > 0 ? (
        <Chips label={t('delivery.known')} options={known} chosen={[name]} onToggle={setName} />
      ) : null}
      <TextInput
        label={t('delivery.courier')}
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" className={goButton} loading={save.isPending}>
        {t('delivery.saveCourier')}
      </Button>
    </DialogForm>
  )
}

export default CourierDialog
