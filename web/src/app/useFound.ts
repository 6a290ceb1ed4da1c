import { useDebouncedValue } from '@mantine/hooks'
import { type Icon, IconAdjustmentsHorizontal, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useClients } from '../data/clients/queries'
import { mayOpen } from '../session/permissions'
import { useUser } from '../session/session'
import { searchKey } from '../ui/format'
import { useScreens } from './useScreens'
import { settingsFor, useSettingPlaces } from './useSettings'

export interface Found {
  path: string
  label: string
  note?: string
  icon: Icon
}

const pauseMs = 250
/* A single letter would match nearly every client. */
const minLetters = 2
const maxSettings = 8

/** Searches for a few letters: it finds screens, then settings, then the clients that the server matches. */
export function useFound(text: string): { found: Found[]; searching: boolean; failed: boolean } {
  const { t } = useTranslation()
  const words = searchKey(text).split(/\s+/).filter(Boolean)
  const groups = useScreens()
  const settings = useSettingPlaces()
  const clients = useFoundClients(text.trim())
  const screens = groups
    .flatMap((group) => [...group.screens, ...group.tabs].map((screen) => ({ ...screen, group })))
    .flatMap((screen) => {
      const at = rankOf(words, `${screen.group.label} ${screen.label}`, screen.also)
      return at === null ? [] : [{ ...screen, at }]
    })
    .sort((one, other) => one.at - other.at)
    .map(({ group, path, label, icon }) => ({
      path,
      label,
      icon: icon ?? group.icon,
      note: group.screens.length > 1 ? group.label : undefined,
    }))
  const set = words.length === 0 ? [] : settingsFor(settings, words).slice(0, maxSettings)
  const found = [
    ...screens,
    ...set.map(({ path, label }) => ({
      path,
      label,
      icon: IconAdjustmentsHorizontal,
      note: t('menu.goToSetting'),
    })),
    ...clients.found,
  ]
  return { found, searching: clients.searching, failed: clients.failed }
}

/** Returns first the screens whose own name matches, then those with a matching synonym; null where none matches. */
function rankOf(words: readonly string[], name: string, also: string): number | null {
  const has = (text: string) => words.every((word) => searchKey(text).includes(word))
  if (has(name)) return 0
  return has(`${name} ${also}`) ? 1 : null
}

/** Searches clients, only for users who may open them, and once typing has rested a moment. */
function useFoundClients(text: string) {
  const user = useUser()
  const [term] = useDebouncedValue(text, pauseMs)
  const wanted = mayOpen(user, '/clients') && text.length >= minLetters
  const clients = useClients(term, wanted && term.length >= minLetters)
  // Clients that were found for an earlier text are not offered.
  const current = wanted && term === text && !clients.isPlaceholderData
  const rows = current ? (clients.data?.rows ?? []) : []
  return {
    searching: wanted && !current,
    failed: current && clients.isError,
    found: rows.map((client) => ({
      path: `/clients?open=${client.id}`,
      label: client.display_name,
      note: [client.document_type, client.document_number].filter(Boolean).join(' '),
      icon: IconUser,
    })),
  }
}
