import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchored } from '../../../ui/anchored'
import { popItem } from '../../../ui/PopMenu'
import c from './Lines.module.css'

interface Props {
  included: boolean
  onChange: (included: boolean) => void
}

/** Asks whether the prices of the document include IGV. */
export function IgvMenu({ included, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { opener, panel, close } = useAnchored<HTMLButtonElement>('right')
  return (
    <span className={c.igv}>
      <button ref={opener} type="button" popoverTarget={id}>
        {t('purchases.price')} <b>{t(included ? 'purchases.withIgv' : 'purchases.withoutIgv')}</b>
        <IconChevronDown size={17} stroke={2.2} aria-hidden="true" />
      </button>
      <div id={id} popover="auto" className={c.menu} {...panel}>
        {[true, false].map((each) => (
          <button
            key={String(each)}
            type="button"
            className={popItem}
            aria-pressed={each === included}
            onClick={() => {
              onChange(each)
              close()
            }}
          >
            <IconCheck size={18} stroke={2.2} aria-hidden="true" data-off={each !== included || undefined} />
            {t(each ? 'purchases.igvIncluded' : 'purchases.igvApart')}
          </button>
        ))}
      </div>
    </span>
  )
}
