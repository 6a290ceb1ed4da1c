import { IconFlask } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCompany } from '../../data/settings/company'
import c from './DemoNotice.module.css'

/** Says of a house whose documents go no further than this server that they are worth nothing. */
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
