import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import c from './OfficeMenu.module.css'
import { screenAt } from './screens'
import { type MenuGroup, useScreens } from './useScreens'

/** Lists the office's screens in their groups; the group of the present screen is open. */
export function OfficeMenu() {
  return useScreens().map((group) =>
    group.screens.length === 1 ? (
      <Single key={group.key} group={group} />
    ) : (
      <Group key={group.key} group={group} />
    ),
  )
}

function Single({ group }: { group: MenuGroup }) {
  const [only] = group.screens
  const Glyph = only?.icon ?? group.icon
  return only ? (
    <NavLink to={only.path} className={c.item}>
      <Glyph size={20} stroke={1.8} aria-hidden="true" />
      {only.label}
    </NavLink>
  ) : null
}

/** Scrolls the menu to the link of the present screen, where the window is too low for all of them. */
function bringIntoSight(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ block: 'nearest' })
}

function Group({ group }: { group: MenuGroup }) {
  const { pathname, search } = useLocation()
  const tab = new URLSearchParams(search).get('tab')
  const here = screenAt(group.screens, tab ? `${pathname}?tab=${tab}` : pathname)
  const inside = here !== undefined
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? inside
  const Glyph = group.icon
  const Arrow = open ? IconChevronDown : IconChevronRight
  return (
    <div className={c.group}>
      <button type="button" className={c.item} aria-expanded={open} onClick={() => setChosen(!open)}>
        <Glyph size={20} stroke={1.8} aria-hidden="true" />
        <span>{group.label}</span>
        <Arrow size={17} stroke={2} aria-hidden="true" />
      </button>
      {open ? (
        <div className={c.screens}>
          {group.screens.map((screen) => (
            <Link
              key={screen.path}
              to={screen.path}
              className={c.screen}
              ref={screen === here ? bringIntoSight : undefined}
              aria-current={screen === here ? 'page' : undefined}
            >
              {screen.label}
            </Link>
          ))}
        </div>
      ) : null}
    </div>
  )
}
