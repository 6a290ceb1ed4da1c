import { IconBike, IconPaperBag, IconToolsKitchen2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Floor } from '../../api/model'
import c from './PhoneNav.module.css'

export type PhoneTab = 'tables' | 'takeaway' | 'delivery'

const places = [
  { tab: 'tables', icon: IconToolsKitchen2 },
  { tab: 'takeaway', icon: IconPaperBag },
  { tab: 'delivery', icon: IconBike },
] as const

/** Shows the tabs of the sale at the foot of a phone. */
export function PhoneNav(props: { floor: Floor; tab: PhoneTab; onTab: (tab: PhoneTab) => void }) {
  const { t } = useTranslation()
  const counts = { tables: 0, takeaway: props.floor.takeaway.length, delivery: props.floor.delivery.length }
  return (
    <nav className={c.nav} data-toast-above aria-label={t('floor.places')}>
      {places.map(({ tab, icon: Glyph }) => (
        <button
          key={tab}
          type="button"
          aria-current={tab === props.tab ? 'page' : undefined}
          onClick={() => props.onTab(tab)}
        >
          <span className={c.icon}>
            <Glyph size={24} stroke={1.9} aria-hidden="true" />
            {counts[tab] ? <em>{counts[tab]}</em> : null}
          </span>
          {t(`floor.${tab}`)}
        </button>
      ))}
    </nav>
  )
}
