import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../api/model'
import { validRuc } from '../../data/clients/identity'
import { useOnlyClient } from '../../data/clients/queries'
import { choseByArrow } from '../../ui/arrows'

interface Props {
  onFound: (client: Client) => void
  /** It is called when no client has this RUC yet. */
  onUnknown: (ruc: string) => void
}

/** Asks for the RUC of a factura: at the eleventh digit its client is chosen. */
export function RucField({ onFound, onUnknown }: Props) {
  const { t } = useTranslation()
  const [ruc, setRuc] = useState('')
  const only = useOnlyClient((client, number) => (client ? onFound(client) : onUnknown(number)))
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, 11)
    setRuc(digits)
    if (validRuc(digits)) only.ask(digits)
    else only.forget()
  }
  return (
    <TextInput
      label={t('payments.ruc')}
      inputMode="numeric"
      autoComplete="off"
      autoFocus={!choseByArrow()}
      value={ruc}
      error={ruc.length === 11 && !validRuc(ruc) ? t('clients.badRuc') : undefined}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
