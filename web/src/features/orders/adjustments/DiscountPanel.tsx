import { IconAlertTriangle, IconDiscount, IconGift } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line } from '../../../api/model'
import { measureOf } from '../../../data/orders/lineText'
import { BigKey, BigKeys } from '../../../ui/BigKey'
import { ReasonChips } from '../../../ui/Chips'
import { amount, centimos, money } from '../../../ui/format'
import { Question } from '../../../ui/Question'
import { useTyped } from '../../../ui/typed'
import { LinePick } from '../LinePick'
import { AdjustPanel, type AdjustProps } from './AdjustPanel'
import {
  type AdjustmentDraft,
  amountOf,
  baseOf,
  discountBody,
  emptyAdjustmentDraft,
  typeAmountKey,
} from './adjustment'
import c from './Panel.module.css'
import { RateField } from './RateField'
import { useAdding } from './useAdding'

const presets = [5, 10, 15, 20]
const reasons = ['birthday', 'regular', 'late', 'complaint'] as const

/** Takes a rate, an amount or all of it off the account or some of its dishes. */
export function DiscountPanel({ requestId, lines, totals, place, onPreview, onClose }: AdjustProps) {
  const { t } = useTranslation()
  const live = lines.filter((line) => line.status !== 'DISMISSED')
  const [draft, setDraft] = useState<AdjustmentDraft>(emptyAdjustmentDraft)
  const [tooMuch, setTooMuch] = useState(false)
  useTyped(draft)
  const base = baseOf(draft, live, centimos(totals.base))
  const body = discountBody(draft, base)
  const adding = useAdding(requestId, body, onClose)
  const { preview } = adding
  const off = preview ? -centimos(preview.difference) : amountOf(draft, base)
  const change = (part: Partial<AdjustmentDraft>) => {
    setTooMuch(false)
    setDraft((now) => ({ ...now, ...part }))
  }
  const press = (key: string) => {
    if (draft.courtesy) return
    const next = typeAmountKey(draft.text, key, draft.method, base)
    setTooMuch(next.refused)
    setDraft((now) => ({ ...now, text: next.text }))
  }
  const most = t(draft.method === 'percent' ? 'adjust.tooMuchPercent' : 'adjust.tooMuch', {
    most: money(base),
  })
  const why = (
    <Question title={t('adjust.why')} aside={t('adjust.printed')} part="why">
      <ReasonChips
        reasons={reasons.map((key) => t(`adjust.reason.${key}`))}
        value={draft.description}
        other={t('adjust.other')}
        most={100}
        onChange={(description) => change({ description })}
      />
    </Question>
  )
  const verb = draft.courtesy ? 'courtesy' : 'discount'
  return (
    <AdjustPanel
      title={t('adjust.discountTitle')}
      place={place}
      onPreview={onPreview}
      onClose={onClose}
      adding={adding}
      press={press}
      comes={body && { from: centimos(totals.total), to: centimos(totals.total) - off }}
      says="adjust.falls"
      warning={<BelowMinimum names={preview?.below_minimum ?? []} />}
      go={t(`adjust.go.${verb}${preview?.needs_pin ? 'Pin' : ''}`, { amount: money(off) })}
      asking={{
        title: t(`adjust.pinTitle.${verb}`),
        asks: t(`adjust.asks.${verb}`),
        what: draft.courtesy || draft.method === 'fixed' ? money(off) : `${draft.text} % · ${money(off)}`,
        where: [place, draft.description].filter(Boolean).join(' · '),
      }}
      left={
        <>
          <Question title={t('adjust.what')}>
            <BigKeys label={t('adjust.what')} compact>
              <BigKey
                icon={IconDiscount}
                title={t('adjust.kind.discount')}
                text={t('adjust.kind.discountText')}
                checked={!draft.courtesy}
                onPick={() => change({ courtesy: false })}
              />
              <BigKey
                icon={IconGift}
                title={t('adjust.kind.courtesy')}
                text={t('adjust.kind.courtesyText')}
                checked={draft.courtesy}
                onPick={() => change({ courtesy: true, text: '' })}
              />
            </BigKeys>
          </Question>
          <Whole draft={draft} lines={live} onChange={change} />
          {draft.courtesy ? null : why}
        </>
      }
      right={
        draft.courtesy ? (
          why
        ) : (
          <RateField
            label={t('adjust.howMuch')}
            method={draft.method}
            methods={['fixed', 'percent']}
            text={draft.text}
            presets={draft.method === 'percent' ? presets : []}
            error={tooMuch ? most : null}
            onMethod={(method) => change({ method, text: '' })}
            onPreset={(value) => change({ text: String(value) })}
            onKey={press}
          />
        )
      }
    />
  )
}

function BelowMinimum({ names }: { names: string[] }) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  return (
    <span className={c.warning}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      {t('adjust.belowMinimum', { names: names.join(', ') })}
    </span>
  )
}

/** Chooses between the whole account and some of its dishes. */
function Whole(props: {
  draft: AdjustmentDraft
  lines: Line[]
  onChange: (part: Partial<AdjustmentDraft>) => void
}) {
  const { t } = useTranslation()
  const { draft, lines, onChange } = props
  const chosen = draft.lines
  return (
    <Question title={t('adjust.of')} part="of">
      <div className={c.pair} role="radiogroup" aria-label={t('adjust.of')}>
        {[null, [] as number[]].map((value) => (
          // biome-ignore lint/a11y/useSemanticElements: a large key, not the small circle of a radio
          <button
            key={value === null ? 'all' : 'some'}
            type="button"
            role="radio"
            aria-checked={(chosen === null) === (value === null)}
            className={c.key}
            onClick={() => onChange({ lines: value === null ? null : (chosen ?? []) })}
          >
            {t(value === null ? 'adjust.wholeAccount' : 'adjust.someLines')}
          </button>
        ))}
      </div>
      {chosen
        ? lines.map((line) => {
            const on = chosen.includes(line.id)
            const next = on ? chosen.filter((id) => id !== line.id) : [...chosen, line.id]
            return (
              <LinePick
                key={line.id}
                line={line}
                detail={measureOf(line)}
                on={on}
                end={<b className={c.lineAmount}>{amount(centimos(line.total))}</b>}
                onToggle={() => onChange({ lines: next })}
              />
            )
          })
        : null}
    </Question>
  )
}
