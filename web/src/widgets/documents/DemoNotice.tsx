import { IconFlask } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCompany } from '../../data/settings/company'
import c from './DemoNotice.module.css'

/** Says that documents which never leave this server have no legal value. */
export function DemoNotice() {
  const { t } = useTranslation()
  if (!useCompany().data?.is_billing_demo) return null
  return (
    <p className={c.demo}>
      <IconFlask size={18} stroke={1.9} aria-hidden="true" />
      {t('demoBilling')}
    </p>
  )
}
