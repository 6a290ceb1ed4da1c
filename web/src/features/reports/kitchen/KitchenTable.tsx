import { useTranslation } from 'react-i18next'
import type { KitchenTimes } from '../../../api/model'
import { number } from '../../../i18n/region'
import { PlaceTabs } from '../../../ui/PlaceTabs'
import { shareText } from '../parts/bars'
import { emptyFigure, type FigureColumn, FiguresTable } from '../parts/FiguresTable'
import { type Cut, cuts, inMinutes, rowsOf, type TimesRow } from './kitchenTimeRows'

interface Props {
  report: KitchenTimes
  cut: Cut
  opened: string | null
  onCut: (cut: Cut) => void
  onOpen: (key: string) => void
}

/** Shows the report by dish, area or hour, in minutes. */
export function KitchenTable({ report, cut, opened, onCut, onOpen }: Props) {
  const { t } = useTranslation()
  const columns = useColumns(cut)
  return (
    <FiguresTable
      title={t('kitchenTimes.table')}
      head={
        <PlaceTabs
          dense
          label={t('kitchenTimes.cut')}
          places={cuts.map((id) => ({ id, name: t(`kitchenTimes.cuts.${id}`) }))}
          value={cut}
          onChange={onCut}
        />
      }
      what={t(`kitchenTimes.cuts.${cut}`)}
      rows={rowsOf(cut, report, t)}
      keyOf={({ key }) => key}
      name={({ name, text }) => (
        <>
          {name}
          {text ? <small>{text}</small> : null}
        </>
      )}
      columns={columns}
      sum={{
        name: t('kitchenTimes.all'),
        row: { key: 'ALL', name: '', times: report.totals, before: report.before.median_seconds },
      }}
      opened={opened}
      onOpen={({ key }) => onOpen(key)}
      foot={t('kitchenTimes.foot')}
    />
  )
}

function useColumns(cut: Cut): FigureColumn<TimesRow>[] {
  const { t } = useTranslation()
  const time = (key: 'promised' | 'average' | 'p90', wide: boolean): FigureColumn<TimesRow> => ({
    key,
    label: t(`kitchenTimes.${key}`),
    wide,
    value: ({ times }) => inMinutes(times[`${key}_seconds`]),
  })
  return [
    { key: 'dishes', label: t('kitchenTimes.dishes'), value: ({ times }) => number(times.dishes) },
    time('promised', false),
    {
      key: 'median',
      label: t('kitchenTimes.median'),
      main: true,
      value: ({ times }) => inMinutes(times.median_seconds),
    },
    {
      key: 'over',
      label: t('kitchenTimes.over'),
      value: ({ times }) => over(times.median_seconds, times.promised_seconds),
    },
    time('average', true),
    time('p90', true),
    ...(cut === 'HOUR'
      ? []
      : [
          {
            key: 'before',
            label: t('kitchenTimes.beforeHead'),
            wide: true,
            value: ({ before }: TimesRow) => (before === null ? emptyFigure : inMinutes(before)),
          },
        ]),
    { key: 'late', label: t('kitchenTimes.late'), value: ({ times }) => shareText(times.late_percent) },
  ]
}

/** Returns the difference to the promised minutes: `+2.1`, `−3.4`. */
function over(median: number | null, promised: number | null) {
  if (median === null || promised === null) return emptyFigure
  const text = inMinutes(median - promised).replace('-', '−')
  return median > promised ? `+${text}` : text
}
