import { IconArrowsJoin2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { centimos, money } from '../../../ui/format'
import c from './MergeResult.module.css'
import { moveError } from './mutations'
import { useMergePreview } from './queries'

/** Shows what two tables would come to as one, before anybody decides. */
export function MergeResult({ origin, destination }: { origin: number; destination: number }) {
  const { t } = useTranslation()
  const preview = useMergePreview(origin, destination)
  if (preview.isError) {
    return (
      <p className={c.refused} role="alert">
        {moveError(preview.error)}
      </p>
    )
  }
  const both = preview.data
  return (
    <div className={c.result} aria-busy={preview.isPending}>
      <IconArrowsJoin2 size={28} stroke={1.8} aria-hidden="true" />
      <div>
        <b>{t('options.merge.result')}</b>
        {both ? (
          <p>
            {[
              t('floor.personsCount', { count: both.persons }),
              t('options.merge.units', { count: Number(both.units) }),
              both.service_ends ? t('options.merge.oneService') : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        ) : (
          <p>{t('options.loading')}</p>
        )}
      </div>
      <strong>{both ? money(centimos(both.totals.due)) : ''}</strong>
    </div>
  )
}
