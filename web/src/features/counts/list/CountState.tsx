import { IconBan, IconCheck, IconEye, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CountStatus } from '../../../api/model'
import { StatePill } from '../../../ui/StatePill'

const looks = {
  OPEN: ['info', IconPencil],
  REVIEW: ['warning', IconEye],
  APPROVED: ['quiet', IconCheck],
  CANCELLED: ['quiet', IconBan],
} as const

export function CountState({ status, filled }: { status: CountStatus; filled?: boolean }) {
  const { t } = useTranslation()
  const [tone, icon] = looks[status]
  return <StatePill tone={tone} icon={icon} label={t(`counts.statuses.${status}`)} filled={filled} />
}
