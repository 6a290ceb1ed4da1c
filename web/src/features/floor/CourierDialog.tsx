import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorRequest } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { usePhone } from '../../ui/viewport'
import c from './FloorForm.module.css'
import { useCourier } from './reservations'

/** Who brings it; those who are out with other deliveries are one tap away. */
export function CourierDialog(props: { request: FloorRequest; known: string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { request, known, onClose } = props
  const [name, setName] = useState(request.courier)
  const save = useCourier(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ id: request.id, repartidor: name.trim() })
  }
  return (
    <Dialog
      label={t('delivery.courierFor', { number: request.correlative })}
      onClose={onClose}
      shape={phone ? 'sheet' : 'center'}
    >
      <form className={c.form} onSubmit={submit}>
        <header className={c.head}>
          <div>
            <h2>{t('delivery.courierFor', { number: request.correlative })}</h2>
            <p>
              {request.client_name} · {request.address}
            </p>
          </div>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        {known.length > 0 ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser
          <div className={c.chips} role="group" aria-label={t('delivery.known')}>
            {known.map((each) => (
              <button key={each} type="button" aria-pressed={name === each} onClick={() => setName(each)}>
                {each}
              </button>
            ))}
          </div>
        ) : null}
        <TextInput
          label={t('delivery.courier')}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" className={c.go} loading={save.isPending}>
          {t('delivery.saveCourier')}
        </Button>
      </form>
    </Dialog>
  )
}

export default CourierDialog
