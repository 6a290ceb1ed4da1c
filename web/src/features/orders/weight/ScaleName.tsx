import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchored } from '../../../ui/anchored'
import { PopMenu, popItem } from '../../../ui/PopMenu'
import type { Measure } from './useMeasure'
import c from './WeightPanel.module.css'

/** Shows the name of the scale; in a house with several it opens their list. */
export function ScaleName({ scales, scale, choose }: Measure['scales']) {
  const { t } = useTranslation()
  const id = useId()
  const { opener, panel } = useAnchored<HTMLButtonElement>('right')
  if (scales.length < 2) return <span>{scale?.name}</span>
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={c.which}
        aria-label={t('weight.scale.which', { name: scale?.name })}
        popoverTarget={id}
      >
        {scale?.name}
        <IconChevronDown size={18} aria-hidden="true" />
      </button>
      <PopMenu id={id} label={t('weight.scale.choose')} panel={panel}>
        {scales.map((each) => (
          <button
            key={each.id}
            type="button"
            className={popItem}
            aria-pressed={each.id === scale?.id}
            onClick={() => choose(each.id)}
          >
            {each.name}
            {each.id === scale?.id ? <IconCheck className={c.chosen} size={20} aria-hidden="true" /> : null}
          </button>
        ))}
      </PopMenu>
    </>
  )
}
