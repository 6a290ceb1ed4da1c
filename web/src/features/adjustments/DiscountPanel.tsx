import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconDiscount,
  IconGift,
  IconShieldLock,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line, Totals } from '../../api/model'
import { amount, centimos, money, quantity } from '../../ui/format'
import { Key } from '../../ui/Key'
import { digitKeys, useShortcuts } from '../../ui/shortcuts'
import choices from '../orders/Choices.module.css'
import d from '../orders/DismissPanel.module.css'
import p from '../orders/WorkPanel.module.css'
import { amountOf, baseOf, type Draft, discountBody, emptyDraft, type Method, typed } from './adjustment'
import c from './Panel.module.css'
import { PanelError } from './PanelError'
import { RateField } from './RateField'
import { useAdding } from './useAdding'
import { useDialogKeys } from './useDialogKeys'
import { useSteady } from './useSteady'

const presets = [5, 10, 15, 20]
const reasons = ['birthday', 'regular', 'late', 'complaint'] as const

export interface AdjustProps {
  requestId: number
  lines: Line[]
  totals: Totals
  place: string
  /** Told what the account would come to, so that it can be shown. */
  onPreview?: (totals: Totals | null) => void
  onClose: () => void
}

/** Takes a rate, an amount or all of it off the account or some of its dishes. */
export function DiscountPanel({ requestId, lines, totals, place, onPreview, onClose }: AdjustProps) {
  const { t } = useTranslation()
  const live = lines.filter((line) => line.status !== 'DISMISSED')
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [tooMuch, setTooMuch] = useState(false)
  const base = baseOf(draft, live, centimos(totals.base))
  const body = discountBody(draft, base)
  const adding = useAdding(requestId, body, onClose)
  const { preview } = adding
  const off = preview ? -centimos(preview.difference) : amountOf(draft, base)
  const change = (part: Partial<Draft>) => {
    setTooMuch(false)
    setDraft((now) => ({ ...now, ...part }))
  }
  const press = (key: string) => {
    if (draft.courtesy) return
    const next = typed(draft.text, key, draft.method, base)
    setTooMuch(next.refused)
    setDraft((now) => ({ ...now, text: next.text }))
  }
  const keys = useDialogKeys(press, adding.go)
  useShortcuts({ Escape: onClose, Enter: adding.go, ...digitKeys(press) })
  const tell = useSteady(onPreview)
  useEffect(() => tell(preview?.totals ?? null), [tell, preview])
  useEffect(() => () => tell(null), [tell])

  const verb = draft.courtesy ? 'courtesy' : 'discount'
  return (
    <section className={p.panel} data-takes-keys aria-label={t('adjust.discountTitle')} {...keys}>
      <header className={p.head}>
        <div className={p.title}>
          <h2>{t('adjust.discountTitle')}</h2>
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
            <h3>{t('adjust.what')}</h3>
            <div className={c.kinds} role="radiogroup" aria-label={t('adjust.what')}>
              <KindKey
                icon={IconDiscount}
                title={t('adjust.kind.discount')}
                text={t('adjust.kind.discountText')}
                checked={!draft.courtesy}
                onPick={() => change({ courtesy: false })}
              />
              <KindKey
                icon={IconGift}
                title={t('adjust.kind.courtesy')}
                text={t('adjust.kind.courtesyText')}
                checked={draft.courtesy}
                onPick={() => change({ courtesy: true, text: '' })}
              />
            </div>
          </div>
          <Whole draft={draft} lines={live} onChange={change} />
          <div className={choices.group} data-part="why">
            <h3>
              {t('adjust.why')}
              <span>{t('adjust.printed')}</span>
            </h3>
            <div className={choices.chips}>
              {reasons.map((key) => {
                const text = t(`adjust.reason.${key}`)
                const on = draft.description === text
                return (
                  <button
                    key={key}
                    type="button"
                    data-reason
                    className={choices.chip}
                    aria-pressed={on}
                    onClick={() => change({ description: on ? '' : text })}
                  >
                    {on ? <IconCheck size={17} stroke={2.6} aria-hidden="true" /> : null}
                    {text}
                  </button>
                )
              })}
              <input
                className={choices.note}
                aria-label={t('adjust.other')}
                placeholder={t('adjust.other')}
                maxLength={100}
                value={
                  reasons.some((key) => t(`adjust.reason.${key}`) === draft.description)
                    ? ''
                    : draft.description
                }
                onChange={(event) => change({ description: event.target.value })}
              />
            </div>
          </div>
        </div>
        <div className={c.column}>
          {draft.courtesy ? null : (
            <RateField
              label={t('adjust.howMuch')}
              method={draft.method}
              methods={['percent', 'fixed']}
              text={draft.text}
              presets={draft.method === 'percent' ? presets : []}
              error={
                tooMuch
                  ? t(draft.method === 'percent' ? 'adjust.tooMuchPercent' : 'adjust.tooMuch', {
                      most: money(base),
                    })
                  : null
              }
              onMethod={(method: Method) => change({ method, text: '' })}
              onPreset={(value) => change({ text: String(value) })}
              onKey={press}
            />
          )}
        </div>
      </div>
      <footer className={p.foot} data-plain>
        <div className={p.sum}>
          <PanelError error={adding.error} />
          {preview?.below_minimum.length ? (
            <span className={c.warning}>
              <IconAlertTriangle size={16} aria-hidden="true" />
              {t('adjust.belowMinimum', { names: preview.below_minimum.join(', ') })}
            </span>
          ) : null}
          {body && !adding.error ? (
            <span>
              {t('adjust.falls', {
                from: amount(centimos(totals.total)),
                to: amount(preview ? centimos(preview.totals.total) : centimos(totals.total) - off),
              })}
            </span>
          ) : null}
        </div>
        <Button
          className={p.go}
          disabled={!body || adding.error !== null}
          loading={adding.busy}
          leftSection={
            preview?.needs_pin ? <IconShieldLock size={22} stroke={1.9} aria-hidden="true" /> : undefined
          }
          rightSection={<Key onAction>Enter</Key>}
          onClick={adding.go}
        >
          {t(`adjust.go.${verb}${preview?.needs_pin ? 'Pin' : ''}`, { amount: money(off) })}
        </Button>
      </footer>
      {adding.dialog({
        title: t(`adjust.pinTitle.${verb}`),
        asks: t(`adjust.asks.${verb}`),
        what: draft.courtesy || draft.method === 'fixed' ? money(off) : `${draft.text} % · ${money(off)}`,
        where: [place, draft.description].filter(Boolean).join(' · '),
      })}
    </section>
  )
}

/** All of the account, or some of its dishes. */
function Whole(props: { draft: Draft; lines: Line[]; onChange: (part: Partial<Draft>) => void }) {
  const { t } = useTranslation()
  const { draft, lines, onChange } = props
  const chosen = draft.lines
  return (
    <div className={choices.group} data-part="of">
      <h3>{t('adjust.of')}</h3>
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
      {chosen === null ? null : (
        <div className={c.lines}>
          {lines.map((line) => {
            const on = chosen.includes(line.id)
            const next = on ? chosen.filter((id) => id !== line.id) : [...chosen, line.id]
            return (
              <div key={line.id} className={d.pick} data-on={on || undefined}>
                <button type="button" aria-pressed={on} onClick={() => onChange({ lines: next })}>
                  <span className={d.box}>
                    {on ? <IconCheck size={19} stroke={3} aria-hidden="true" /> : null}
                  </span>
                  <span className={d.text}>
                    <b>
                      {quantity(line.qty)} {line.name}
                    </b>
                  </span>
                  <b className={c.lineAmount}>{amount(centimos(line.total))}</b>
                </button>
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}

interface KindProps {
  icon: typeof IconGift
  title: string
  text: string
  checked: boolean
  onPick: () => void
}

function KindKey({ icon: Glyph, title, text, checked, onPick }: KindProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a large key, not the small circle of a radio
    <button type="button" role="radio" aria-checked={checked} className={d.madeKey} onClick={onPick}>
      <Glyph size={28} stroke={1.8} aria-hidden="true" />
      <b>{title}</b>
      <span>{text}</span>
    </button>
  )
}
