import { useTranslation } from 'react-i18next'
import type { FloorSalon } from '../../api/model'
import { isBusy } from '../../data/floor/filters'
import { PlaceTabs } from '../../ui/PlaceTabs'
import c from './SalonTabs.module.css'

/** Chooses the room that is shown, and says how full each is. */
export function SalonTabs(props: { salons: FloorSalon[]; value: number; onChange: (id: number) => void }) {
  const { t } = useTranslation()
  const places = props.salons.map((salon) => ({
    id: salon.id,
    name: (
      <>
        {salon.name}
        <span className={c.count}>
          {salon.tables.filter(isBusy).length}/{salon.tables.length}
          <span className="sr"> {t('floor.busy')}</span>
        </span>
      </>
    ),
  }))
  return <PlaceTabs label={t('floor.salons')} places={places} value={props.value} onChange={props.onChange} />
}
