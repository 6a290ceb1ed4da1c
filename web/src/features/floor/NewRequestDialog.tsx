import { Button, Switch, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { usePhone } from '../../ui/viewport'
import type { OpenRequest } from './mutations'
import c from './NewRequestDialog.module.css'

interface Props {
  kind: 'takeaway' | 'delivery'
  busy: boolean
  errors: Record<string, string>
  onCreate: (request: OpenRequest) => void
  onClose: () => void
}

/** Who takes it away, or where it is delivered. */
export function NewRequestDialog({ kind, busy, errors, onCreate, onClose }: Props) {
  const { t } = useTranslation()
  const phoneSize = usePhone()
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [address, setAddress] = useState('')
  const [reference, setReference] = useState('')
  const [app, setApp] = useState(false)
  const delivery = kind === 'delivery'
  const title = t(delivery ? 'floor.newDelivery' : 'floor.newTakeaway')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const contact = { client_name: name.trim(), phone: phone.trim() || undefined }
    onCreate(
      delivery
        ? {
            type: 'DELIVERY',
            ...contact,
            direccion: address.trim(),
            referencia: reference.trim() || undefined,
            delivery_app: app,
          }
        : { type: 'ORDER', ...contact },
    )
  }

  return (
    <Dialog label={title} onClose={onClose} shape={phoneSize ? 'sheet' : 'center'}>
      <form className={c.form} onSubmit={submit}>
        <header className={c.head}>
          <h2>{title}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <TextInput
          label={t('floor.clientName')}
          data-autofocus
          value={name}
          error={errors.client_name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('floor.phone')}
          type="tel"
          inputMode="tel"
          value={phone}
          error={errors.phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        {delivery ? (
          <>
            <TextInput
              label={t('floor.address')}
              required
              value={address}
              error={errors.direccion}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
            <TextInput
              label={t('floor.reference')}
              value={reference}
              error={errors.referencia}
              onChange={(event) => setReference(event.currentTarget.value)}
            />
            <Switch
              size="md"
              label={t('floor.deliveryApp')}
              checked={app}
              onChange={(event) => setApp(event.currentTarget.checked)}
            />
          </>
        ) : null}
        <Button type="submit" className={c.go} loading={busy}>
          {t('floor.takeOrder')}
        </Button>
      </form>
    </Dialog>
  )
}
