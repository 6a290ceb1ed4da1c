import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Floor } from '../../../api/model'
import { useFloor } from '../../../data/floor/queries'
import { Failed, Loading } from '../../../ui/LoadState'

/** Shows its content once the tables are loaded. */
export function WithFloor({ children }: { children: (floor: Floor) => ReactNode }) {
  const { t } = useTranslation()
  const floor = useFloor()
  if (floor.data) return children(floor.data)
  if (floor.isError)
    return <Failed title={t('floor.failed')} error={floor.error} onRetry={() => void floor.refetch()} />
  return <Loading label={t('floor.loading')} rows={4} height={112} />
}
