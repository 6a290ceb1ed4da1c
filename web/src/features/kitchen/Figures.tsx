import { useTranslation } from 'react-i18next'
import type { KitchenFeed } from '../../api/model'
import c from './Figures.module.css'

/** Shows the day in two numbers. */
export function Figures({ figures }: { figures: KitchenFeed['figures'] }) {
  const { t } = useTranslation()
  const minutes = figures.average_minutes
  return (
    <dl className={c.figures}>
      {minutes == null ? null : (
        <div>
          <dt>{t('kitchen.averageToday')}</dt>
          <dd>{t('kitchen.minutes', { count: minutes })}</dd>
        </div>
      )}
      <div>
        <dt>{t('kitchen.commandsToday')}</dt>
        <dd>{figures.commands}</dd>
      </div>
    </dl>
  )
}
