import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../api/client'
import type { Cashbox } from '../../api/model'
import { cashKeys } from '../../data/cash/keys'
import { printingKeys } from '../../data/printing/keys'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { StatusField, TextField } from '../../ui/form/fields'
import { SelectField } from '../../ui/form/SelectField'

interface Props {
  /** The cash box to edit; null makes a new one. */
  cashbox: Cashbox | null
  onClose: () => void
}

export function CashboxDrawer({ cashbox, onClose }: Props) {
  const { t } = useTranslation()
  const printers = useQuery({
    queryKey: printingKeys.printers,
    queryFn: ({ signal }) => list('/printers', undefined, signal),
  })
  const known = printers.data?.rows ?? []
  // Until the printers are loaded, at least the chosen one has a name.
  const options = known.map((printer) => ({ value: printer.id, label: printer.name }))
  if (known.length === 0 && cashbox?.printer_id && cashbox.printer_name)
    options.push({ value: cashbox.printer_id, label: cashbox.printer_name })
  return (
    <FormDrawer
      title={cashbox ? t('cashboxes.edit') : t('cashboxes.new')}
      note={cashbox?.name}
      entity={{ name: t('cashboxes.entity'), feminine: true }}
      isNew={cashbox === null}
      start={{
        name: cashbox?.name ?? '',
        printer_id: cashbox?.printer_id ?? null,
        status: cashbox?.status ?? 'ACTIVE',
      }}
      save={(values, key, changed) =>
        cashbox
          ? write('PUT', `/cashboxes/${cashbox.id}`, key, changed)
          : write('POST', '/cashboxes', key, values)
      }
      nameOf={(values) => values.name}
      stale={[cashKeys.all, printingKeys.printers]}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('cashboxes.nameField')}
        placeholder={t('cashboxes.namePlaceholder')}
        required
        maxLength={40}
      />
      <SelectField
        name="printer_id"
        label={t('cashboxes.printerField')}
        description={t('cashboxes.printerText')}
        placeholder={t('cashboxes.printerNone')}
        clearable
        options={options}
      />
      <StatusField label={t('cashboxes.active')} description={t('cashboxes.activeText')} />
    </FormDrawer>
  )
}
