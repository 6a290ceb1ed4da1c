import { useTranslation } from 'react-i18next'
import { number } from '../../i18n/region'
import { centimos, money } from '../../ui/format'
import c from './AdvancedScreen.module.css'
import type { DeletableRows } from './queries'

/** Lists what will be deleted, in numbers; zeros are left out. */
export function DeletionCounts({ deletion }: { deletion: DeletableRows }) {
  const { t } = useTranslation()
  const parts = deletion.parts.filter((part) => part.count > 0)
  return (
    <ul className={c.takes} aria-label={t('advanced.takes')}>
      {deletion.sold && centimos(deletion.sold) > 0 ? (
        <li>
          <b>{money(centimos(deletion.sold))}</b> {t('advanced.sold')}
        </li>
      ) : null}
      {parts.map((part) => (
        <li key={part.name}>
          <b>{number(part.count)}</b> {part.name}
        </li>
      ))}
    </ul>
  )
}
