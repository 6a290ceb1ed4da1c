import { IconCheck, IconSettings, IconTicket } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Promotion } from '../../../api/model'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { IconButton } from '../../../ui/IconButton'
import { lazyPart } from '../../../ui/lazyPart'
import c from './PromotionsPicker.module.css'

const PromotionsDialog = lazyPart(() => import('./PromotionsDialog').then((m) => m.default))

interface Props {
  promotions: Promotion[]
  chosen: number[]
  onChosen: (ids: number[]) => void
}

/** Chooses the promotions that are printed after the receipt; the choice stays on this device. The list is edited here too. */
export function PromotionsPicker({ promotions, chosen, onChosen }: Props) {
  const { t } = useTranslation()
  const [keeping, setKeeping] = useState(false)
  const office = may(useUser(), 'edit_catalog')
  if (promotions.length === 0 && !office) return null
  return (
    <div className={c.box}>
      <h2>
        {t('promotions.title')}
        {office ? (
          <IconButton label={t('promotions.manage')} onClick={() => setKeeping(true)}>
            <IconSettings size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
        ) : null}
      </h2>
      <div className={c.chips}>
        {promotions.map((each) => {
          const on = chosen.includes(each.id)
          return (
            <button
              key={each.id}
              type="button"
              className={c.chip}
              aria-pressed={on}
              title={each.text}
              onClick={() => onChosen(on ? chosen.filter((id) => id !== each.id) : [...chosen, each.id])}
            >
              {on ? (
                <IconCheck size={18} stroke={2.6} aria-hidden="true" />
              ) : (
                <IconTicket size={18} stroke={1.8} aria-hidden="true" />
              )}
              {each.name}
            </button>
          )
        })}
      </div>
      {keeping ? (
        <Suspense fallback={null}>
          <PromotionsDialog onClose={() => setKeeping(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
