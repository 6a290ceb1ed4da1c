import { useTranslation } from 'react-i18next'
import type { Reasoned } from '../../api/model'

/** Returns a sentence about whose PIN allowed it; nothing where none was needed. */
export function useAllowedBy() {
  const { t } = useTranslation()
  return (log: Reasoned) =>
    log.approver_name
      ? t('cash.allowedBy', { name: log.approver_name })
      : log.company_pin
        ? t('cash.allowedByCompany')
        : ''
}
