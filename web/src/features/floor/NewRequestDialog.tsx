import { Button, Switch, TextInput } from '@mantine/core'
import { IconUserSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { centimos, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { usePhone } from '../../ui/viewport'
import { ClientPicker } from '../clients/ClientPicker'
import c from './FloorForm.module.css'
import type { OpenRequest } from './mutations'
import { useGlobalSettings } from './reservations'

interface Props {
  kind: 'takeaway' | 'delivery'
  busy: boolean
  errors: Record<string, string>
  onCreate: (request: OpenRequest) => void
  onClose: () => void
}

/** Who takes it away, or where it is delivered; a client of the house fills in the rest. */
export function NewRequestDialog({ kind, busy, errors, onCreate, onClose }: Props) {
  const { t } = useTranslation()
  const phoneSize = usePhone()
  const settings = useGlobalSettings().data
  const [client, setClient] = useState<number>()
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [address, setAddress] = useState('')
  const [reference, setReference] = useState('')
  const [app, setApp] = useState(false)
  const [picking, setPicking] = useState(false)
  const delivery = kind === 'delivery'
  const title = t(delivery ? 'floor.newDelivery' : 'floor.newTakeaway')
  const charge = centimos(settings?.delivery_charge)

  const pick = (picked: Client | null) => {
    setPicking(false)
    setClient(picked?.id)
    if (!picked) return
    setName(picked.display_name)
    if (picked.phone) setPhone(picked.phone)
    if (picked.address) setAddress(picked.address)
    if (picked.reference) setReference(picked.reference)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const contact = { client_id: client, client_name: name.trim(), phone: phone.trim() || undefined }
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
        <div className={c.withButton}>
          <TextInput
            label={t('floor.clientName')}
            data-autofocus
            value={name}
            error={errors.client_name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            variant="default"
            leftSection={<IconUserSearch size={20} stroke={1.8} aria-hidden="true" />}
            onClick={() => setPicking(true)}
          >
            {t('reservations.client')}
          </Button>
        </div>
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
            {settings?.delivery_app_enabled ? (
              <Switch
                size="md"
                label={t('floor.deliveryApp')}
                checked={app}
                onChange={(event) => setApp(event.currentTarget.checked)}
              />
            ) : null}
            {charge > 0 ? (
              <p className={c.about}>
                {app ? t('delivery.noCharge') : t('delivery.charge', { amount: money(charge) })}
              </p>
            ) : null}
          </>
        ) : null}
        <Button type="submit" className={c.go} loading={busy}>
          {t('floor.takeOrder')}
        </Button>
      </form>
      {picking ? <ClientPicker onPick={pick} onClose={() => setPicking(false)} /> : null}
    </Dialog>
  )
}

export default NewRequestDialog
