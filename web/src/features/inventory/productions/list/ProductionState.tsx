import { IconBan, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ProductionRow } from '../../../../api/model'
import { StatePill } from '../../../../ui/StatePill'

/** Whether it counts. What is fine is grey: only what is wrong has a colour. */
export function ProductionState({ status, filled }: { status: ProductionRow['status']; filled?: boolean }) {
  const { t } = useTranslation()
  const stands = status === 'APPROVED'
  return (
    <StatePill
      tone={stands ? 'quiet' : 'warning'}
      icon={stands ? IconCheck : IconBan}
      label={t(`productions.statuses.${status}`)}
      filled={filled}
    />
  )
}
