import { Button, TextInput } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './FloorForm.module.css'

export interface Contact {
  name: string
  phone: string
}

interface Props {
  /** The label of the name. */
  label: string
  contact: Contact
  errors: Record<string, string | undefined>
  /** Whether name and phone are mandatory. */
  required?: boolean
  onChange: (part: Partial<Contact>) => void
  /** Opens the search for a client. */
  onPick: () => void
}

/** Asks for a guest's name and phone, typed or taken from a client. */
export function ContactFields({ label, contact, errors, required, onChange, onPick }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <div className={c.withButton}>
        <TextInput
          label={label}
          required={required}
          data-autofocus
          value={contact.name}
          error={errors.client_name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Button
          variant="default"
          leftSection={<IconUserSearch size={20} stroke={1.8} aria-hidden="true" />}
          onClick={onPick}
        >
          {t('reservations.client')}
        </Button>
      </div>
      <TextInput
        label={t('floor.phone')}
        required={required}
        type="tel"
        inputMode="tel"
        value={contact.phone}
        error={errors.phone}
        onChange={(event) => onChange({ phone: event.currentTarget.value })}
      />
    </>
  )
}
