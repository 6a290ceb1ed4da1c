import { Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../api/model'
import { DialogForm, goButton } from '../../ui/DialogForm'
import { centimos, money } from '../../ui/format'
import { ClientPicker } from '../../widgets/clients/ClientPicker'
import { type Contact, ContactFields } from './ContactFields'
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

/** Asks who takes the order away or where it is delivered; a chosen client fills in the rest. */
export function NewRequestDialog({ kind, busy, errors, onCreate, onClose }: Props) {
  const { t } = useTranslation()
  const settings = useGlobalSettings().data
  const [client, setClient] = useState<number>()
  const [contact, setContact] = useState<Contact>({ name: '', phone: '' })
  const [address, setAddress] = useState('')
  const [reference, setReference] = useState('')
  const [missing, setMissing] = useState(false)
  const street = useRef<HTMLInputElement>(null)
  const [app, setApp] = useState(false)
  const [picking, setPicking] = useState(false)
  const delivery = kind === 'delivery'
  const title = t(delivery ? 'floor.newDelivery' : 'floor.newTakeaway')

  const pick = (picked: Client | null) => {
    setPicking(false)
    setClient(picked?.id)
    if (!picked) return
    setContact({ name: picked.display_name, phone: picked.phone || contact.phone })
    if (picked.address) setAddress(picked.address)
    if (picked.reference) setReference(picked.reference)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (delivery && !address.trim()) {
      setMissing(true)
      street.current?.focus()
      return
    }
    const { name, phone } = contact
    const whom = { client_id: client, client_name: name.trim(), phone: phone.trim() || undefined }
    onCreate(
      delivery
        ? {
            type: 'DELIVERY',
            ...whom,
            direccion: address.trim(),
            referencia: reference.trim() || undefined,
            delivery_app: app,
          }
        : { type: 'ORDER', ...whom },
    )
  }

  return (
    <DialogForm
      above={picking ? <ClientPicker onPick={pick} onClose={() => setPicking(false)} /> : null}
      title={title}
      onClose={onClose}
      holds={{ contact, address, reference, app }}
      onSubmit={submit}
    >
      <ContactFields
        label={t('floor.clientName')}
        contact={contact}
        errors={errors}
        onChange={(part) => setContact({ ...contact, ...part })}
        onPick={() => setPicking(true)}
      />
      {delivery ? (
        <>
          <TextInput
            ref={street}
            label={t('floor.address')}
            required
            maxLength={200}
            value={address}
            error={missing ? t('floor.addressMissing') : errors.direccion}
            onChange={(event) => {
              setMissing(false)
              setAddress(event.currentTarget.value)
            }}
          />
          <TextInput
            label={t('floor.reference')}
            value={reference}
            error={errors.referencia}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          <AppAndCharge settings={settings} app={app} onApp={setApp} />
        </>
      ) : null}
      <Button type="submit" className={goButton} loading={busy}>
        {t('floor.takeOrder')}
      </Button>
    </DialogForm>
  )
}

interface AppProps {
  settings: ReturnType<typeof useGlobalSettings>['data']
  app: boolean
  onApp: (app: boolean) => void
}

/** Asks whether the order came through a delivery app, and says what its delivery costs. */
function AppAndCharge({ settings, app, onApp }: AppProps) {
  const { t } = useTranslation()
  const charge = centimos(settings?.delivery_charge)
  return (
    <>
      {settings?.delivery_app_enabled ? (
        <Switch
          size="md"
          label={t('floor.deliveryApp')}
          checked={app}
          onChange={(event) => onApp(event.currentTarget.checked)}
        />
      ) : null}
      {charge > 0 ? (
        <p className={c.about}>
          {app && !settings?.app_delivery_charge
            ? t('delivery.noCharge')
            : t('delivery.charge', { amount: money(charge) })}
        </p>
      ) : null}
    </>
  )
}

export default NewRequestDialog
