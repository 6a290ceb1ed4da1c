import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { percentText } from './bars'
import c from './PercentChange.module.css'

/** Shows the change against before: a rise is green, a fall is grey, because nobody has to do anything about it now. */
export function PercentChange({ percent }: { percent: string | number | null }) {
  const { t } = useTranslation()
  if (percent === null) return <span className={c.change}>—</span>
  const value = Number(percent)
  const Glyph = value < 0 ? IconArrowDownRight : IconArrowUpRight
  return (
    <span className={c.change} data-up={value > 0 || undefined}>
      {value === 0 ? null : <Glyph size={17} stroke={2.2} aria-hidden="true" />}
      {percentText(value)}
      {value === 0 ? null : <span className="sr"> {t(value < 0 ? 'chart.lessWord' : 'chart.moreWord')}</span>}
    </span>
  )
}
