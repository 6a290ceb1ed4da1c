import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchored } from '../../ui/anchored'
import { DateRange } from '../../ui/dates/DateRange'
import { type Preset, presets, type Span, spanOf } from '../../ui/dates/periods'
import { spanText } from '../../ui/dates/spanText'
import { popItem } from '../../ui/PopMenu'
import menu from '../sheets/SheetFiles.module.css'
import c from './PeriodChip.module.css'

type Asked = Span & { preset: Preset | 'all' | 'range' }
type Change = (what: Record<string, string | null>, how?: { replace?: boolean }) => void

interface Props {
  span: Asked
  today: string
  /** True when the list can be asked for all days. */
  endless?: boolean
  offered?: readonly Preset[]
  onChange: Change
}

/** Chooses a span of days: one of the usual ones, or two days of one's own. */
export function PeriodChip({ span, today, endless, offered = presets, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { opener, panel, close } = useAnchored<HTMLButtonElement>('left')
  const choose = (preset: Asked['preset']) => {
    close()
    onChange(
      preset === 'range'
        ? { period: 'range', from: span.from, to: span.to }
        : { period: preset, from: null, to: null },
    )
  }
  const words = span.preset === 'all' ? t('kardex.periods.all') : spanText(span, today, t)
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={c.period}
        data-all={span.preset === 'all' || undefined}
        popoverTarget={id}
        aria-label={`${t('kardex.period')}: ${words}`}
      >
        <IconCalendar size={19} stroke={1.9} aria-hidden="true" />
        <span>{words}</span>
        <IconChevronDown size={17} stroke={2} aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={t('kardex.period')}
        className={menu.menu}
        {...panel}
      >
        {[...(endless ? (['all'] as const) : []), ...offered, 'range' as const].map((preset) => (
          <button
            key={preset}
            type="button"
            className={popItem}
            aria-pressed={preset === span.preset}
            onClick={() => choose(preset)}
          >
            <span className={c.preset}>
              {t(`kardex.periods.${preset}`)}
              {preset === 'range' || preset === 'all' ? null : (
                <small>{spanText(spanOf(preset, today), today, t)}</small>
              )}
            </span>
            {preset === span.preset ? <IconCheck size={18} stroke={2.2} aria-hidden="true" /> : null}
          </button>
        ))}
      </div>
    </>
  )
}

/** Asks for the two days of one's own span. */
export function PeriodDays({ span, onChange }: { span: Span; onChange: Change }) {
  const { t } = useTranslation()
  return (
    <div className={c.days}>
      <DateRange
        from={span.from}
        to={span.to}
        labels={{ from: t('kardex.from'), to: t('kardex.to') }}
        onChange={({ from, to }) => onChange({ period: 'range', from, to }, { replace: true })}
      />
    </div>
  )
}
