import { IconMenu2 } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useCompany } from '../data/settings/company'
import { LostBar } from '../ui/Connection'
import { Logo } from '../ui/Logo'
import { NewVersionBar } from '../ui/NewVersionBar'
import { AlarmBar } from '../widgets/print-alarm/AlarmBar'
import { UserMenu } from '../widgets/user-menu/UserMenu'
import { GoToButton, useGoToPalette } from './GoTo'
import c from './OfficeLayout.module.css'
import { OfficeMenu } from './OfficeMenu'
import { useLightOnPaper } from './onPaper'
import { RouteTransition } from './RouteTransition'
import { useSettingInAddress } from './useSettings'

/** Frames the office by a side menu, which on a phone slides in. */
export default function OfficeLayout() {
  const { t } = useTranslation()
  const company = useCompany().data
  const path = useLocation().pathname
  const id = useId()
  const drawer = useRef<HTMLElement>(null)
  const openedAt = useRef('')
  const goTo = useGoToPalette()
  useSettingInAddress()
  useLightOnPaper()
  // A drawer that was opened while the next screen is being made belongs to that screen, so it stays.
  useEffect(() => {
    if (openedAt.current !== path) drawer.current?.hidePopover?.()
  }, [path])
  const brand = (
    <div className={c.brand}>
      <Logo size={32} />
      <b>{company?.commercial_name ?? 'Comanda'}</b>
    </div>
  )
  return (
    <div className={c.shell}>
      <nav className={c.nav} aria-label={t('menu.label')}>
        {brand}
        <GoToButton onOpen={goTo.open} />
        <OfficeMenu />
        <div className={c.me}>
          <UserMenu place="above" />
        </div>
      </nav>
      <header className={c.phoneTop}>
        <button type="button" popoverTarget={id} aria-label={t('menu.open')}>
          <IconMenu2 size={24} stroke={1.8} aria-hidden="true" />
        </button>
        <b>{company?.commercial_name ?? 'Comanda'}</b>
        <UserMenu />
      </header>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: its entries are links; this only closes after them, those of the same screen too */}
      <nav
        id={id}
        ref={drawer}
        popover="auto"
        className={c.phoneNav}
        aria-label={t('menu.label')}
        onBeforeToggle={() => {
          openedAt.current = window.location.pathname
        }}
        onClick={(event) => {
          if ((event.target as HTMLElement).closest('a')) event.currentTarget.hidePopover?.()
        }}
      >
        {brand}
        <GoToButton onOpen={goTo.open} />
        <OfficeMenu />
      </nav>
      {goTo.palette}
      <div className={c.content}>
        <NewVersionBar />
        <LostBar />
        {path.startsWith('/cash') ? <AlarmBar /> : null}
        <RouteTransition />
      </div>
    </div>
  )
}
