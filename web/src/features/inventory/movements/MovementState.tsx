import { IconBan, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MovementStatus } from '../../../data/inventory/types'
import { StatePill } from '../../../ui/StatePill'

/** Shows whether it moved stock. A good state is grey: only trouble has a colour. */
export function MovementState({ status, filled }: { status: MovementStatus; filled?: boolean }) {
  const { t } = useTranslation()
  const approved = status === 'APPROVED'
  return (
    <StatePill
      tone={approved ? 'quiet' : 'warning'}
      icon={approved ? IconCheck : IconBan}
      label={t(`inventory.statuses.${status}`)}
      filled={filled}
    />
  )
}
