import { useTranslation } from 'react-i18next'
import type { Salon } from '../../api/model'
import { busy } from './filters'
import c from './SalonTabs.module.css'

/** Which room one looks at: ink on paper, because it is a place and no action. */
export function SalonTabs(props: { salons: Salon[]; value: number; onChange: (id: number) => void }) {
  const { t } = useTranslation()
  return (
    <nav className={c.tabs} aria-label={t('floor.salons')}>
      {props.salons.map((salon) => (
        <button
          key={salon.id}
          type="button"
          className={c.tab}
          aria-current={salon.id === props.value ? 'true' : undefined}
          onClick={() => props.onChange(salon.id)}
        >
          {salon.name}
          <span className={c.count}>
            {salon.tables.filter(busy).length}/{salon.tables.length}
            <span className="sr"> {t('floor.busy')}</span>
          </span>
        </button>
      ))}
    </nav>
  )
}
