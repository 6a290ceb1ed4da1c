import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './Register.module.css'

/** Says that the Nuevo RUS requires no registers. */
export function NoRegistersNotice() {
  const { t } = useTranslation()
  return (
    <p className={c.notice}>
      <IconInfoCircle size={20} stroke={2} aria-hidden="true" />
      {t('register.noDuty')}
    </p>
  )
}
