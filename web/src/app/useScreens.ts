import type { Icon } from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayOpen, seesOwnOnly } from '../session/permissions'
import { useUser } from '../session/session'
import { routes } from './router'
import { groups, isScreen, ownIcons, tabbed } from './screens'

export interface MenuScreen {
  path: string
  label: string
  /** Synonyms by which the screen is found too. */
  also: string
  /** The screen's own icon, where the group's icon says little of it. */
  icon?: Icon
}

export interface MenuGroup {
  key: string
  label: string
  icon: Icon
  screens: MenuScreen[]
  /** These stand behind a tab, and are found only by searching for their name. */
  tabs: MenuScreen[]
}

/** Returns the screens that this user may open, in the groups of the menu. */
export function useScreens(): MenuGroup[] {
  const { t, i18n } = useTranslation()
  const user = useUser()
  return useMemo(() => {
    const open = (address: string) => {
      const [path = ''] = address.split('?')
      return isScreen(routes, path) && mayOpen(user, path)
    }
    const also = (key: string) => {
      const name = `menu.also.${key}`
      return i18n.exists(name) ? String(t(name as ParseKeys)) : ''
    }
    return groups
      .map((group) => ({
        key: group.key,
        label: t(`menu.group.${group.key}`),
        icon: group.icon,
        screens: group.screens
          .filter(([, path]) => open(path))
          .map(([key, path]) => ({
            path,
            label: t(`menu.screen.${key === 'dashboard' && seesOwnOnly(user) ? 'shift' : key}`),
            also: also(key),
            icon: ownIcons[key],
          })),
        tabs: (tabbed[group.key] ?? [])
          .filter(([, path]) => open(path))
          .map(([key, path]) => ({ path, label: t(`menu.screen.${key}`), also: also(key) })),
      }))
      .filter((group) => group.screens.length > 0)
  }, [t, i18n, user])
}
