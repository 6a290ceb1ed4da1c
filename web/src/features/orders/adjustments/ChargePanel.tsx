import { Switch } from '@mantine/core'
import { IconBellRinging, IconCoins, IconMotorbike, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoteField } from '../../../ui/Chips'
import { centimos, money } from '../../../ui/format'
import { Question } from '../../../ui/Question'
import { useTyped } from '../../../ui/typed'
import { AdjustPanel, type AdjustProps } from './AdjustPanel'
import {
  amountOf,
  type ChargeCode,
  type ChargeDraft,
  chargeBody,
  type Method,
  methodOf,
  mostCharge,
  mostService,
  typeAmountKey,
} from './adjustment'
import c from './Panel.module.css'
import { useAdjustments, useChargeTypes } from './queries'
import { RateField } from './RateField'
import { useAdding } from './useAdding'

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
const emptyCharge: ChargeDraft = {
  code: 'TIP',
  method: 'percent',
  text: '',
  description: '',
  discountable: false,
}

/** Adds a tip, a recargo al consumo, a delivery charge or any other. */
export function ChargePanel({ requestId, totals, place, onPreview, onClose }: AdjustProps) {
  const { t } = useTranslation()
  const types = useChargeTypes()
  const [draft, setDraft] = useState(emptyCharge)
  const [tooMuch, setTooMuch] = useState(false)
  useTyped(draft)
  const typeId = types.data?.find((type) => type.code === draft.code)?.id
  const body = chargeBody(draft, typeId)
  const adding = useAdding(requestId, body, onClose)
  const { preview } = adding
  const value = preview
    ? centimos(preview.difference)
    : amountOf({ courtesy: false, ...draft }, centimos(totals.base))
  const change = (part: Partial<ChargeDraft>) => {
    setTooMuch(false)
    setDraft((now) => ({ ...now, ...part }))
  }
  const press = (key: string) => {
    const next = typeAmountKey(draft.text, key, draft.method, mostCharge)
    const above = draft.code === 'SERVICE' && centimos(next.text) > mostService
    setTooMuch(next.refused || above)
    setDraft((now) => ({ ...now, text: above ? now.text : next.text }))
  }
  const most =
    draft.code === 'SERVICE'
      ? t('adjust.mostService')
      : draft.method === 'percent'
        ? t('adjust.tooMuchPercent')
        : t('adjust.tooMuch', { most: money(mostCharge) })
  const name = t(`adjust.charge.${draft.code}`)
  return (
    <AdjustPanel
      title={t('adjust.chargeTitle')}
      place={place}
      onPreview={onPreview}
      onClose={onClose}
      adding={adding}
      press={press}
      comes={body && { from: centimos(totals.total), to: centimos(totals.total) + value }}
      says="adjust.rises"
      go={t('adjust.go.charge', { name: name.toLowerCase(), amount: money(value) })}
      asking={{ title: t('adjust.chargeTitle'), asks: t('adjust.asks.charge'), what: name, where: place }}
      left={
        <>
          <Kinds requestId={requestId} draft={draft} onChange={change} />
          {draft.code === 'OTHER' ? <Other draft={draft} onChange={change} /> : null}
        </>
      }
      right={
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
      }
    />
  )
}

interface PartProps {
  draft: ChargeDraft
  onChange: (part: Partial<ChargeDraft>) => void
}

function Kinds({ requestId, draft, onChange }: PartProps & { requestId: number }) {
  const { t } = useTranslation()
  const known = useAdjustments(requestId)
  // An account has only one of these; an existing one is switched on and off in the account.
  const taken = (code: ChargeCode) =>
    (code === 'SERVICE' || code === 'DELIVERY') && known.data?.charges.some((charge) => charge.code === code)
  return (
    <Question title={t('adjust.whichCharge')}>
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
            onClick={() => onChange({ code, method: methodOf(code, draft.method), text: '' })}
          >
            <Glyph size={24} stroke={1.8} aria-hidden="true" />
            <b>{t(`adjust.charge.${code}`)}</b>
            <span>{t(taken(code) ? 'adjust.taken' : `adjust.chargeText.${code}`)}</span>
          </button>
        ))}
      </div>
    </Question>
  )
}

/** Asks for the name of another charge, and whether discounts reduce it. */
function Other({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  return (
    <Question title={t('adjust.chargeName')} aside={t('adjust.printed')} part="of">
      <div className={c.wide}>
        <NoteField
          label={t('adjust.chargeName')}
          hint={t('adjust.chargeHint')}
          most={100}
          value={draft.description}
          onChange={(description) => onChange({ description })}
        />
      </div>
      <Switch
        className={c.switch}
        label={t('adjust.discountable')}
        checked={draft.discountable}
        onChange={(event) => onChange({ discountable: event.currentTarget.checked })}
      />
    </Question>
  )
}
