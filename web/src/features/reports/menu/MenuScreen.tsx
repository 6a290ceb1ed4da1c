import { IconBulb, IconDog, IconHorse, IconPuzzle, IconStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DishClass, MenuDish, MenuReport } from '../../../api/model'
import { channels } from '../../../data/reports/sales/salesFilters'
import { number } from '../../../i18n/region'
import { symbol } from '../../../ui/currencySymbol'
import { plain } from '../../../ui/figures'
import { amount, businessDay, centimos, money } from '../../../ui/format'
import { Empty } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { shareText } from '../parts/bars'
import { type FigureColumn, FiguresTable } from '../parts/FiguresTable'
import { ReportPage } from '../parts/ReportPage'
import { readReport } from '../parts/reportFilters'
import c from './Menu.module.css'
import { MenuChart } from './MenuChart'
import { menuFilters, useMenuReport } from './queries'

const icons = { STAR: IconStar, PLOWHORSE: IconHorse, PUZZLE: IconPuzzle, DOG: IconDog }

/** Returns the class that the title is about: dishes with a high margin and few sales, else the stars. */
function markedOf(report: MenuReport): DishClass | null {
  const many = (of: DishClass) => report.classes.find((sums) => sums.class === of)?.dishes ?? 0
  if (report.dishes.length < 4) return null
  if (many('PUZZLE') > 0) return 'PUZZLE'
  return many('STAR') > 0 ? 'STAR' : null
}

/** Charts which dishes sell and which leave money. */
export function MenuScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const state = readReport(params, today, menuFilters)
  const found = useMenuReport(state.asked)
  const categories = (found.data?.categories ?? []).map((each) => ({
    value: String(each.id),
    label: each.name,
  }))
  const { start_date: from, end_date: to } = state.asked
  const open = (dish: { product_id: number }) =>
    void navigate(
      `/sales-total-report?period=range&from=${from}&to=${to}&by=PRODUCT&row=PRODUCT:${dish.product_id}`,
    )
  return (
    <ReportPage
      title={t('menuReport.title')}
      found={found}
      state={state}
      today={today}
      filters={[
        { name: 'category_id', label: t('menuReport.category'), options: categories },
        {
          name: 'channel',
          label: t('salesReport.filters.channel'),
          options: channels.map((value) => ({ value, label: t(`salesReport.channels.${value}`) })),
          single: true,
        },
      ]}
      summary={(report) =>
        t('menuReport.summary', { count: report.dishes.length, units: plain(report.units) })
      }
      note={t('menuReport.note')}
      file="/menu-engineering/file"
      change={change}
    >
      {(report) =>
        report.dishes.length === 0 && report.without_cost.length === 0 ? (
          <Card>
            <Empty title={t('menuReport.none')} text={t('menuReport.noneText')} />
          </Card>
        ) : (
          <>
            {report.dishes.length > 0 ? <Classified report={report} onOpen={open} /> : null}
            <WithoutCost report={report} onOpen={open} />
          </>
        )
      }
    </ReportPage>
  )
}

function Classified({ report, onOpen }: { report: MenuReport; onOpen: (dish: MenuDish) => void }) {
  const { t } = useTranslation()
  const marked = markedOf(report)
  const many = marked ? (report.classes.find((sums) => sums.class === marked)?.dishes ?? 0) : 0
  const title = marked
    ? t(`menuReport.answer.${marked === 'PUZZLE' ? 'PUZZLE' : 'STAR'}`, {
        count: many,
        margin: money(centimos(report.lines.margin)),
      })
    : t('menuReport.plainTitle')
  const columns = useColumns(report)
  return (
    <>
      <MenuChart report={report} title={title} marked={marked} onOpen={onOpen} />
      {report.advice ? <Advice advice={report.advice} /> : null}
      <FiguresTable
        title={t('menuReport.table')}
        what={t('menuReport.dishHead')}
        rows={report.dishes as (MenuDish | null)[]}
        keyOf={(dish) => String(dish?.product_id)}
        name={(dish) => (
          <>
            {dish?.name}
            {dish?.category ? <small>{dish.category}</small> : null}
          </>
        )}
        columns={columns}
        sum={{ name: t('menuReport.all', { count: report.dishes.length }), row: null }}
        onOpen={(dish) => dish && onOpen(dish)}
      />
    </>
  )
}

function useColumns(report: MenuReport): FigureColumn<MenuDish | null>[] {
  const { t } = useTranslation()
  const each = (name: 'price' | 'cost' | 'margin', wide = false): FigureColumn<MenuDish | null> => ({
    key: name,
    label: t(`menuReport.${name}`),
    wide,
    value: (dish) =>
      dish ? amount(centimos(dish[name])) : name === 'margin' ? amount(centimos(report.lines.margin)) : '',
  })
  return [
    {
      key: 'class',
      label: t('menuReport.class'),
      text: true,
      value: (dish) => (dish ? <Class of={dish.class} /> : ''),
    },
    { key: 'units', label: t('menuReport.units'), value: (dish) => plain(dish ? dish.units : report.units) },
    each('price', true),
    each('cost', true),
    each('margin'),
    {
      key: 'total',
      label: t('menuReport.totalMargin'),
      main: true,
      value: (dish) => amount(centimos(dish ? dish.total_margin : report.total_margin)),
    },
    {
      key: 'accumulated',
      label: t('menuReport.accumulated'),
      wide: true,
      value: (dish) => (dish ? shareText(dish.accumulated_percent) : ''),
    },
    { key: 'abc', label: t('menuReport.abc'), value: (dish) => (dish ? <b>{dish.abc}</b> : '') },
  ]
}

function Advice({ advice }: { advice: NonNullable<MenuReport['advice']> }) {
  const { t } = useTranslation()
  return (
    <Card padded>
      <p className={c.advice}>
        <IconBulb size={22} stroke={1.8} aria-hidden="true" />
        <span>
          <b>
            {t('menuReport.advice', {
              count: advice.dishes.length,
              dishes: advice.dishes.join(` ${t('menuReport.and')} `),
              units: number(Number(advice.units)),
              margin: money(centimos(advice.margin)),
            })}
          </b>{' '}
          {t('menuReport.adviceText')}
        </span>
      </p>
    </Card>
  )
}

function Class({ of }: { of: DishClass }) {
  const { t } = useTranslation()
  const Glyph = icons[of]
  return (
    <span className={c.class}>
      <Glyph size={19} stroke={1.7} aria-hidden="true" />
      {t(`menuReport.classes.${of}`)}
    </span>
  )
}

/** Dishes of unknown cost are not compared, but listed. */
function WithoutCost({
  report,
  onOpen,
}: {
  report: MenuReport
  onOpen: (dish: { product_id: number }) => void
}) {
  const { t } = useTranslation()
  if (report.without_cost.length === 0) return null
  return (
    <FiguresTable
      title={t('menuReport.withoutCost', { count: report.without_cost.length })}
      what={t('menuReport.dishHead')}
      rows={report.without_cost}
      keyOf={({ product_id }) => String(product_id)}
      name={({ name }) => name}
      columns={[
        { key: 'units', label: t('menuReport.units'), value: ({ units }) => plain(units) },
        {
          key: 'total',
          label: t('menuReport.sold', { symbol: symbol() }),
          main: true,
          value: ({ total }) => amount(centimos(total)),
        },
      ]}
      onOpen={onOpen}
    />
  )
}
