import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconBell,
  IconBellOff,
  IconClockHour4,
  IconWifi,
  IconWifiOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { KitchenFeed } from '../../api/model'
import { clock, inSmallLetters } from '../../ui/format'
import { Figures } from './Figures'
import c from './WallHead.module.css'
import { type Age, shownCards } from './wall'

export const ageIcon = { onTime: IconClockHour4, soon: IconAlertTriangleFilled, late: IconAlertOctagonFilled }

interface Props {
  feed: KitchenFeed
  area: number | null
  onArea: (area: number | null) => void
  ages: Age[]
  lost: boolean
  sound: boolean
  onSound: () => void
  now: number
  /** One count more, beside those of the ages. */
  children?: ReactNode
}

/** Shows area, how many wait how long, the day so far, whether the server is heard, sound and time, always at the same place. */
export function WallHead({ feed, area, onArea, ages, lost, sound, onSound, now, children }: Props) {
  const { t } = useTranslation()
  const areas = [{ id: null, name: t('kitchen.allAreas') }, ...feed.areas]
  return (
    <header className={c.head}>
      <h1>{t('kitchen.title')}</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser */}
      <div className={c.areas} role="group" aria-label={t('kitchen.area')}>
        {areas.map(({ id, name }) => (
          <button key={id ?? 'all'} type="button" aria-pressed={id === area} onClick={() => onArea(id)}>
            {inSmallLetters(name)}
            <b>{shownCards(feed, id).length}</b>
          </button>
        ))}
      </div>
      <div className={c.ages}>
        {(['late', 'soon', 'onTime'] as const).map((age) => {
          const Glyph = ageIcon[age]
          return (
            <span key={age} data-age={age}>
              <Glyph size={24} aria-hidden="true" />
              <b>{ages.filter((each) => each === age).length}</b>
              <i>{t(`kitchen.age.${age}`)}</i>
            </span>
          )
        })}
        {children}
      </div>
      <div className={c.day}>
        <Figures figures={feed.figures} />
      </div>
      <span className={c.link} data-lost={lost || undefined}>
        {lost ? (
          <IconWifiOff size={24} stroke={2.2} aria-hidden="true" />
        ) : (
          <IconWifi size={24} stroke={2.2} aria-hidden="true" />
        )}
        <span>{lost ? t('connection.offline') : t('connection.online')}</span>
      </span>
      <button
        type="button"
        className={c.sound}
        data-bell
        aria-pressed={sound}
        aria-label={t('kitchen.sound')}
        title={sound ? t('kitchen.soundOn') : t('kitchen.soundOff')}
        onClick={onSound}
      >
        {sound ? <IconBell size={28} aria-hidden="true" /> : <IconBellOff size={28} aria-hidden="true" />}
      </button>
      <time className={c.clock}>{clock(now)}</time>
    </header>
  )
}
