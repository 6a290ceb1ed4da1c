import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useField } from '../../../ui/form/context'
import type { FieldProps } from '../../../ui/form/fields'

/** A field for a barcode, typed or scanned: the Enter at the end of a scan does not save the form. */
export function BarcodeField({ name, ...rest }: FieldProps) {
  const { value, error, set } = useField<string | undefined>(name)
  return (
    <TextInput
      {...rest}
      name={name}
      error={error}
      value={value ?? ''}
      maxLength={48}
      autoComplete="off"
      leftSection={<IconBarcode size={18} stroke={1.8} aria-hidden="true" />}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || value === undefined || value === '') return
        event.preventDefault()
        event.currentTarget.select()
      }}
    />
  )
}
