import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { KitchenCard } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { minutes, minutesSince, quantity } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { measureText } from '../../ui/measure'
import { placeName } from './CommandCard'
import c from './RecallDialog.module.css'
import { cardKey, type KitchenStep, lastChange, lineKey, recallStep } from './wall'

interface Props {
  cards: KitchenCard[]
  now: number
  onRecall: (step: KitchenStep | null) => void
  onClose: () => void
}

/** Lists the commands finished lately, to bring one back to the kitchen screen. */
export function RecallDialog({ cards, now, onRecall, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog label={t('kitchen.recallTitle')} onClose={onClose}>
      <div className={c.box}>
        <header className={c.head}>
          <h2>{t('kitchen.recallTitle')}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={24} aria-hidden="true" />
          </IconButton>
        </header>
        {cards.length === 0 ? <p className={c.none}>{t('kitchen.recallNone')}</p> : null}
        <ul className={c.list}>
          {cards.map((card) => {
            const step = recallStep(card)
            const place = placeName(card.label)
            return (
              <li key={cardKey(card)}>
                <div className={c.text}>
                  <b>{place}</b>
                  <span>{t('kitchen.doneAgo', { time: minutes(minutesSince(lastChange(card), now)) })}</span>
                  <p>
                    {card.lines.map((line) => (
                      <span key={lineKey(line)}>
                        {[quantity(line.quantity), line.name, measureText(line)].filter(Boolean).join(' ')}
                      </span>
                    ))}
                  </p>
                </div>
                <button
                  type="button"
                  disabled={!step}
                  aria-label={t('kitchen.bringBackOf', { place })}
                  onClick={() => onRecall(step)}
                >
                  <IconArrowBackUp size={24} aria-hidden="true" />
                  {step ? t('kitchen.bringBack') : t('kitchen.delivered')}
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </Dialog>
  )
}
