import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SalesRegister } from '../../../api/model'
import { useSetIncludeSaleNotes } from './queries'
import c from './Register.module.css'

/** Sets whether the register lists notas de venta; the company keeps that, and the switch goes back when it cannot be saved. */
export function SaleNotesSwitch({ register }: { register: SalesRegister }) {
  const { t } = useTranslation()
  const keep = useSetIncludeSaleNotes()
  return (
    <Switch
      className={c.keep}
      size="md"
      label={t('register.keep')}
      description={t('register.keepText')}
      checked={keep.isPending ? keep.variables : register.keeps_sale_notes}
      onChange={(event) => {
        if (!keep.isPending) keep.mutate(event.currentTarget.checked)
      }}
    />
  )
}
