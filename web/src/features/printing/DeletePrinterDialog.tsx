import { useTranslation } from 'react-i18next'
import type { Printer } from '../../api/model'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { useDeletePrinter } from './mutations'

export function DeletePrinterDialog({ printer, onClose }: { printer: Printer; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useDeletePrinter(onClose)
  return (
    <ConfirmDialog
      title={t('printing.delete.title', { name: printer.name })}
      text={t('printing.delete.text')}
      action={t('printing.delete.go')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(printer.id)}
      onClose={onClose}
    />
  )
}
