import type { ParseKeys } from 'i18next'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { mayOpen } from '../session/permissions'
import { useUser } from '../session/session'
import { money, searchKey } from '../ui/format'
import { settingPlaces } from './settingPlaces'

export interface Setting {
  path: string
  label: string
  /** The description beside the setting, by which it is also found. */
  words: string
}

/* Some labels name an amount, and the smallest coin is the only one. */
const amounts = () => ({ step: money(10) })

/** Returns the settings that this user may open. */
export function useSettingPlaces(): Setting[] {
  const { t, i18n } = useTranslation()
  const user = useUser()
  return useMemo(
    () =>
      settingPlaces
        .filter(({ path }) => mayOpen(user, path))
        .map(({ text, path }) => ({
          path: `${path}#${text}`,
          label: String(t(text, amounts())),
          words: i18n.exists(`${text}Text`) ? String(t(`${text}Text` as ParseKeys)) : '',
        })),
    [t, i18n, user],
  )
}

/** Returns the settings that match: first those whose name does, then those whose description does. */
export function settingsFor(all: readonly Setting[], words: readonly string[]): Setting[] {
  const has = (text: string) => words.every((word) => searchKey(text).includes(word))
  const named = all.filter((setting) => has(setting.label))
  return [...named, ...all.filter((each) => !named.includes(each) && has(`${each.label} ${each.words}`))]
}

const patienceMs = 10_000

/** Scrolls to the setting that the address names after `#`, as soon as its card is there. */
export function useSettingInAddress() {
  const { t } = useTranslation()
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again leads there again
  useEffect(() => {
    const place = settingPlaces.find(({ text }) => `#${text}` === hash)
    if (!place) return
    const label = String(t(place.text, amounts()))
    let follow = () => {}
    const show = () => {
      const found = standing(label, place.card ?? false)
      if (!found) return false
      found.focus({ preventScroll: true })
      observer.disconnect()
      follow = keepInView(found.closest<HTMLElement>('section[aria-label]') ?? found)
      return true
    }
    const observer = new MutationObserver(() => void show())
    const timer = setTimeout(() => stop(), patienceMs)
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      follow()
    }
    if (!show()) observer.observe(document.body, { childList: true, subtree: true })
    return stop
  }, [hash, key, t])
}

/** Cards above it may still load and push it away: it stays in view until the person does something. */
function keepInView(card: HTMLElement) {
  const page = new ResizeObserver(() => card.scrollIntoView({ block: 'center' }))
  const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown']
  const stop = () => {
    page.disconnect()
    for (const act of acts) window.removeEventListener(act, stop)
  }
  for (const act of acts) window.addEventListener(act, stop, { passive: true })
  for (const each of document.querySelectorAll('main section')) page.observe(each)
  if (card.parentElement) page.observe(card.parentElement)
  return stop
}

/** Finds the element to focus: a field by its label, or a card. */
function standing(label: string, card: boolean): HTMLElement | null {
  const of = (selector: string) => [...document.querySelectorAll<HTMLElement>(`main ${selector}`)]
  if (!card) {
    const named = of('input[aria-label]').find((each) => each.getAttribute('aria-label') === label)
    const labels = document.querySelectorAll<HTMLLabelElement>('main label')
    const labelled = [...labels].find((each) => each.firstChild?.textContent === label)?.control
    return named ?? labelled ?? null
  }
  // A card that still loads has the same name and no content.
  const section = of('section[aria-label]').find(
    (each) => each.getAttribute('aria-label') === label && each.querySelector('h2'),
  )
  if (section) section.tabIndex = -1
  return section ?? null
}
