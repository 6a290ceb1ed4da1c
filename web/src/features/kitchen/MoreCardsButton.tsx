import { IconAlertOctagonFilled, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import c from './MoreCardsButton.module.css'
import type { PackedCards } from './usePacked'
import { type AgedCard, cardKey } from './wall'

interface Props {
  lane: RefObject<HTMLElement | null>
  aged: AgedCard[]
  packed: PackedCards | null
}

/**
 * Nobody scrolls the kitchen screen, so it says how many cards are out of sight and how many of them are late, and turns the
 * page.
 */
export function MoreCardsButton({ lane, aged, packed }: Props) {
  const { t } = useTranslation()
  const { hidden, late, isLast } = useHidden(lane, aged, packed)
  if (hidden === 0) return null
  const turn = () => {
    const element = lane.current
    if (!element) return
    const page = element.clientWidth - (packed?.gap ?? 0)
    element.scrollTo({ left: isLast ? 0 : element.scrollLeft + page })
  }
  const Glyph = isLast ? IconChevronsLeft : IconChevronRight
  return (
    <button type="button" className={c.key} onClick={turn}>
      <span className={c.long}>{t('kitchen.more', { count: hidden })}</span>
      <span className={c.short} aria-hidden="true">
        {t('kitchen.moreDishes', { count: hidden })}
      </span>
      {late > 0 ? (
        <span className={c.late}>
          <IconAlertOctagonFilled size={22} aria-hidden="true" />
          {late} <span className={c.long}>{t('kitchen.age.late')}</span>
        </span>
      ) : null}
      <Glyph size={26} stroke={2.2} aria-hidden="true" />
    </button>
  )
}

const none = { hidden: 0, late: 0, isLast: false }

/** Counts the cards on both sides of those in sight, again after each change and while it scrolls. */
function useHidden(lane: RefObject<HTMLElement | null>, aged: AgedCard[], packed: PackedCards | null) {
  const [told, setTold] = useState(none)
  const cards = aged.map(({ card, age }) => `${cardKey(card)} ${age}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards stand elsewhere
  useEffect(() => {
    const element = lane.current
    if (!element) return
    const count = () => {
      const { left, right } = element.getBoundingClientRect()
      const out = Array.from(element.querySelectorAll('article')).filter((card) => {
        const box = card.getBoundingClientRect()
        return box.left >= right - 1 || box.right <= left + 1
      })
      setTold({
        hidden: out.length,
        late: out.filter((card) => card.dataset.age === 'late').length,
        isLast: element.scrollLeft + element.clientWidth >= element.scrollWidth - 1,
      })
    }
    count()
    const observer = new ResizeObserver(count)
    observer.observe(element)
    element.addEventListener('scroll', count)
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', count)
    }
  }, [lane, cards, packed])
  return told
}
