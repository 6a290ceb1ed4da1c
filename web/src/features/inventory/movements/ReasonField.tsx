import { useTranslation } from 'react-i18next'
import type { MovementReason } from '../../../data/inventory/types'
import { Chips } from '../../../ui/Chips'
import { useField } from '../../../ui/form/context'
import form from '../../../ui/form/fields.module.css'

interface Props {
  name: string
  label: string
  reasons: readonly MovementReason[]
}

/** Chooses the reason of a movement: one of a few, each one tap. */
export function ReasonField({ name, label, reasons }: Props) {
  const { t } = useTranslation()
  const { value, error, set } = useField<MovementReason | null>(name)
  const said = (reason: MovementReason) => t(`inventory.reasons.${reason}`)
  return (
    <div>
      <p className={form.label} aria-hidden="true">
        {label}
      </p>
      <Chips
        label={error ? `${label}. ${error}` : label}
        options={reasons.map(said)}
        chosen={value ? [said(value)] : []}
        onToggle={(text) => set(reasons.find((reason) => said(reason) === text) ?? null)}
      />
      {error ? (
        <p className={form.under} data-field-error>
          {error}
        </p>
      ) : null}
    </div>
  )
}
