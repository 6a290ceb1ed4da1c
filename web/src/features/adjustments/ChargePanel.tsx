import { Button, Switch } from '@mantine/core'
import { IconBellRinging, IconCoins, IconMotorbike, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amount, centimos, money } from '../../ui/format'
import { Key } from '../../ui/Key'
import { digitKeys, useShortcuts } from '../../ui/shortcuts'
import choices from '../orders/Choices.module.css'
import p from '../orders/WorkPanel.module.css'
import {
  amountOf,
  type ChargeCode,
  type ChargeDraft,
  chargeBody,
  type Method,
  methodOf,
  mostCharge,
  mostService,
  typed,
} from './adjustment'
import type { AdjustProps } from './DiscountPanel'
import c from './Panel.module.css'
import { PanelError } from './PanelError'
import { useAdjustments, useChargeTypes } from './queries'
import { RateField } from './RateField'
import { useAdding } from './useAdding'
import { useDialogKeys } from './useDialogKeys'
import { useSteady } from './useSteady'

const kinds: { code: ChargeCode; icon: typeof IconCoins }[] = [
  { code: 'TIP', icon: IconCoins },
  { code: 'SERVICE', icon: IconBellRinging },
  { code: 'DELIVERY', icon: IconMotorbike },
  { code: 'OTHER', icon: IconPlus },
]
const presets: Record<ChargeCode, Record<Method, number[]>> = {
  TIP: { percent: [5, 10, 15], fixed: [5, 10, 20] },
  SERVICE: { percent: [5, 10, 13], fixed: [] },
  DELIVERY: { percent: [], fixed: [5, 7, 10] },
  OTHER: { percent: [5, 10], fixed: [5, 10, 20] },
}

/** Adds a tip, a recargo al consumo, a delivery or anything else that is charged. */
export function ChargePanel({ requestId, totals, place, onPreview, onClose }: AdjustProps) {
  const { t } = useTranslation()
  const types = useChargeTypes()
  const known = useAdjustments(requestId)
  const [draft, setDraft] = useState<ChargeDraft>({
    code: 'TIP',
    method: 'percent',
    text: '',
    description: '',
    discountable: false,
  })
  const [tooMuch, setTooMuch] = useState(false)
  const base = centimos(totals.base)
  const typeId = types.data?.find((type) => type.code === draft.code)?.id
  const body = chargeBody(draft, typeId)
  const adding = useAdding(requestId, body, onClose)
  const { preview } = adding
  const value = preview ? centimos(preview.difference) : amountOf({ courtesy: false, ...draft }, base)
  const change = (part: Partial<ChargeDraft>) => {
    setTooMuch(false)
    setDraft((now) => ({ ...now, ...part }))
  }
  const press = (key: string) => {
    const next = typed(draft.text, key, draft.method, mostCharge)
    const above = draft.code === 'SERVICE' && centimos(next.text) > mostService
    setTooMuch(next.refused || above)
    setDraft((now) => ({ ...now, text: above ? '' : next.text }))
  }
  const keys = useDialogKeys(press, adding.go)
  useShortcuts({ Escape: onClose, Enter: adding.go, ...digitKeys(press) })
  const tell = useSteady(onPreview)
  useEffect(() => tell(preview?.totals ?? null), [tell, preview])
  useEffect(() => () => tell(null), [tell])
  // These come once; the one that is there is switched on and off in the account.
  const taken = (code: ChargeCode) =>
    (code === 'SERVICE' || code === 'DELIVERY') && known.data?.charges.some((charge) => charge.code === code)
  const most =
    draft.code === 'SERVICE'
      ? t('adjust.mostService')
      : draft.method === 'percent'
        ? t('adjust.tooMuchPercent')
        : t('adjust.tooMuch', { most: money(mostCharge) })
  const name = t(`adjust.charge.${draft.code}`)
  return (
    <section className={p.panel} data-takes-keys aria-label={t('adjust.chargeTitle')} {...keys}>
      <header className={p.head}>
        <div className={p.title}>
          <h2>{t('adjust.chargeTitle')}</h2>
          <p>{place}</p>
        </div>
        <button type="button" className={p.close} aria-label={t('adjust.close')} onClick={onClose}>
          <Key>Esc</Key>
          <IconX size={22} aria-hidden="true" />
        </button>
      </header>
      <div className={`${p.body} ${c.columns}`}>
        <div className={c.column}>
          <div className={choices.group}>
            <h3>{t('adjust.whichCharge')}</h3>
            <div className={c.charges} role="radiogroup" aria-label={t('adjust.whichCharge')}>
              {kinds.map(({ code, icon: Glyph }) => (
                // biome-ignore lint/a11y/useSemanticElements: a large key, not the small circle of a radio
                <button
                  key={code}
                  type="button"
                  role="radio"
                  aria-checked={draft.code === code}
                  className={c.chargeKey}
                  disabled={taken(code)}
                  onClick={() => change({ code, method: methodOf(code, draft.method), text: '' })}
                >
                  <Glyph size={24} stroke={1.8} aria-hidden="true" />
                  <b>{t(`adjust.charge.${code}`)}</b>
                  <span>{t(taken(code) ? 'adjust.taken' : `adjust.chargeText.${code}`)}</span>
                </button>
              ))}
            </div>
          </div>
          {draft.code === 'OTHER' ? (
            <div className={choices.group} data-part="of">
              <h3>
                {t('adjust.chargeName')}
                <span>{t('adjust.printed')}</span>
              </h3>
              <input
                className={`${choices.note} ${c.wide}`}
                aria-label={t('adjust.chargeName')}
                placeholder={t('adjust.chargeHint')}
                maxLength={100}
                value={draft.description}
                onChange={(event) => change({ description: event.target.value })}
              />
              <Switch
                className={c.switch}
                label={t('adjust.discountable')}
                checked={draft.discountable}
                onChange={(event) => change({ discountable: event.currentTarget.checked })}
              />
            </div>
          ) : null}
        </div>
        <div className={c.column}>
          <RateField
            label={t('adjust.howMuch')}
            method={draft.method}
            methods={draft.code === 'TIP' || draft.code === 'OTHER' ? ['percent', 'fixed'] : [draft.method]}
            text={draft.text}
            presets={presets[draft.code][draft.method]}
            error={tooMuch ? most : null}
            onMethod={(method) => change({ method, text: '' })}
            onPreset={(preset) => change({ text: String(preset) })}
            onKey={press}
          />
        </div>
      </div>
      <footer className={p.foot} data-plain>
        <div className={p.sum}>
          <PanelError error={adding.error} />
          {body && !adding.error ? (
            <span>
              {t('adjust.rises', {
                from: amount(centimos(totals.total)),
                to: amount(preview ? centimos(preview.totals.total) : centimos(totals.total) + value),
              })}
            </span>
          ) : null}
        </div>
        <Button
          className={p.go}
          disabled={!body || adding.error !== null}
          loading={adding.busy}
          rightSection={<Key onAction>Enter</Key>}
          onClick={adding.go}
        >
          {t('adjust.go.charge', { name: name.toLowerCase(), amount: money(value) })}
        </Button>
      </footer>
      {adding.dialog({
        title: t('adjust.chargeTitle'),
        asks: t('adjust.asks.charge'),
        what: name,
        where: place,
      })}
    </section>
  )
}
