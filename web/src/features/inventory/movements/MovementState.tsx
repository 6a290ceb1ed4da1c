import { IconBan, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePill } from '../../../ui/StatePill'
import type { MovementStatus } from '../types'

/** Whether it moved stock. What is fine is grey: only what is wrong has a colour. */
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
