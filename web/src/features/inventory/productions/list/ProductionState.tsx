import { IconBan, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ProductionRow } from '../../../../api/model'
import { StatePill } from '../../../../ui/StatePill'

/** Shows whether it counts. A good state is grey: only trouble has a colour. */
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
