import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saysIgv } from '../kinds'
import { Digits } from './Digits'
import c from './NewPurchase.module.css'
import type { NewPurchaseState } from './useNewPurchase'

const fields = [
  ['isc', 'purchases.isc'],
  ['icbper', 'purchases.icbper'],
  ['other_charges', 'purchases.otherCharges'],
] as const

/** Asks for amounts that few documents state separately; the fields are folded until one has a value. */
export function ApartFields({ work }: { work: NewPurchaseState }) {
  const { t } = useTranslation()
  const { draft, errors } = work
  const isSaid = fields.some(([field]) => draft[field] !== '')
  const isWrong = fields.some(([field]) => errors[field])
  const [isOpen, setOpen] = useState(isSaid)
  if (!isSaid && !isWrong && !saysIgv(draft.document, draft.modifies.document)) return null
  return (
    <details
      className={c.apart}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('purchases.apart')}</summary>
      <p>{t('purchases.apartText')}</p>
      {fields.map(([field, label]) => (
        <div key={field} className={c.igvLine}>
          <span>{t(label)}</span>
          <Digits
            label={t(label)}
            bare
            signed={field === 'other_charges'}
            at={field}
            least={2}
            value={draft[field]}
            error={errors[field]}
            onChange={(text) => work.changeField({ [field]: text })}
          />
        </div>
      ))}
    </details>
  )
}
