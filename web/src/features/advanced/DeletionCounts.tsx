import { useTranslation } from 'react-i18next'
import { number } from '../../i18n/region'
import { centimos, money } from '../../ui/format'
import c from './AdvancedScreen.module.css'
import type { Section } from './queries'

/** Lists what will be deleted, in numbers; zeros are left out. */
export function DeletionCounts({ section }: { section: Section }) {
  const { t } = useTranslation()
  const parts = section.parts.filter((part) => part.count > 0)
  return (
    <ul className={c.takes} aria-label={t('advanced.takes')}>
      {section.sold && centimos(section.sold) > 0 ? (
        <li>
          <b>{money(centimos(section.sold))}</b> {t('advanced.sold')}
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
