import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { CategoryRow } from '../../../api/model'
import { courseKeys } from '../../../data/catalog/courseKeys'
import { catalogKeys } from '../../../data/catalog/keys'
import { useCourses } from '../../../data/catalog/selectOptions'
import { iconOfCategory, icons } from '../../../ui/categoryIcons'
import { useField } from '../../../ui/form/context'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { QuantityField, StatusField, SwitchField, TextField } from '../../../ui/form/fields'
import { SelectField } from '../../../ui/form/SelectField'
import { ListScreen } from '../../../ui/list/ListScreen'
import { useStatusFilter } from '../../../ui/list/useStatusFilter'
import { CourseField } from '../courses/CourseField'
import c from './Categories.module.css'

/** Lists the categories as the till shows them; those of supplies and toppings are kept beside them. */
export function CategoriesList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const status = useStatusFilter(true)
  const courses = useCourses().data ?? []
  return (
    <ListScreen
      title={t('categories.title')}
      entity={{ name: t('categories.entity'), feminine: true }}
      tabs={tabs}
      path="/categories"
      queryKey={catalogKeys.categories}
      alsoStale={[catalogKeys.sale]}
      name={(row) => row.name}
      nameLabel={t('categories.one')}
      nameSort="name"
      note={(row) => (row.type === 'PRODUCT' ? null : t(`categories.types.${row.type as 'SUPPLY'}`))}
      picture={(row) => <Sign row={row} />}
      columns={[
        ...(courses.length > 0
          ? [
              {
                key: 'course',
                label: t('courseList.field'),
                from: 'tablet' as const,
                value: (row: CategoryRow) => courses.find(({ id }) => id === row.course_id)?.name ?? '—',
              },
            ]
          : []),
        {
          key: 'products',
          label: t('categories.products'),
          sortable: true,
          align: 'right',
          value: (row) => row.products,
        },
        {
          key: 'position',
          label: t('categories.position'),
          sortable: true,
          align: 'right',
          from: 'tablet',
          value: (row) => row.position,
        },
      ]}
      filters={[
        {
          name: 'type',
          label: t('categories.type'),
          options: (['PRODUCT', 'SUPPLY', 'TOPPING'] as const).map((value) => ({
            value,
            label: t(`categories.types.${value}`),
          })),
        },
        status,
      ]}
      search={t('categories.search')}
      summary={(count, active) => t('categories.summary', { count, active })}
      setStatus={(row, wanted, key) => write('PUT', `/categories/${row.id}`, key, { status: wanted })}
      remove={(row, key) => write('DELETE', `/categories/${row.id}`, key, {})}
      create={{ label: t('categories.new'), short: t('categories.newShort') }}
      empty={{
        title: t('categories.emptyTitle'),
        text: t('categories.emptyText'),
        way: t('categories.way'),
        wayText: t('categories.wayText'),
      }}
      form={(row, close) => <CategoryDrawer key={row?.id ?? 'new'} category={row} onClose={close} />}
    />
  )
}

function Sign({ row }: { row: CategoryRow }) {
  const Glyph = iconOfCategory(row)
  return (
    <span className={c.sign}>
      <Glyph size={22} stroke={1.8} aria-hidden="true" />
    </span>
  )
}

function CategoryDrawer({ category, onClose }: { category: CategoryRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const start = {
    name: category?.name ?? '',
    type: category?.type ?? 'PRODUCT',
    icon: category?.icon ?? '',
    position: category ? String(category.position) : '',
    is_delivered: category?.is_delivered ?? true,
    target_margin: category?.target_margin ?? '',
    course_id: category?.course_id ?? null,
    status: category?.status ?? 'ACTIVE',
  }
  return (
    <FormDrawer
      title={category ? t('categories.edit') : t('categories.new')}
      entity={{ name: t('categories.entity'), feminine: true }}
      isNew={category === null}
      start={start}
      save={(values, key, changed) => {
        const body = bodyOf(category ? changed : values)
        return category
          ? write('PUT', `/categories/${category.id}`, key, body)
          : write('POST', '/categories', key, body)
      }}
      nameOf={(values) => values.name}
      stale={[catalogKeys.categories, courseKeys.courses, catalogKeys.sale, catalogKeys.products]}
      onClose={onClose}
    >
      <TextField name="name" label={t('categories.name')} required maxLength={60} />
      <SelectField
        name="type"
        label={t('categories.type')}
        disabled={category !== null}
        description={category ? t('categories.typeStays') : undefined}
        options={(['PRODUCT', 'SUPPLY', 'TOPPING'] as const).map((value) => ({
          value,
          label: t(`categories.types.${value}`),
        }))}
      />
      <SelectField
        name="icon"
        label={t('categories.icon')}
        options={[
          { value: '', label: t('categories.icons.byName') },
          ...icons.map(([value]) => ({ value, label: t(`categories.icons.${value}`) })),
        ]}
      />
      <QuantityField
        name="position"
        label={t('categories.position')}
        description={t('categories.positionText')}
        decimals={0}
      />
      <TargetMargin />
      <CategoryCourse />
      <SwitchField
        name="is_delivered"
        label={t('categories.delivered')}
        description={t('categories.deliveredText')}
      />
      <StatusField label={t('categories.active')} description={t('categories.activeText')} />
    </FormDrawer>
  )
}

interface TypedNumbers {
  position?: string
  target_margin?: string
}

/* Returns what is written: an empty position stays as it is, and an empty margin is none. */
function bodyOf<T extends TypedNumbers>({ position, target_margin: margin, ...rest }: T) {
  return {
    ...rest,
    ...(position ? { position: Number(position) } : {}),
    ...(margin === undefined ? {} : { target_margin: margin || null }),
  }
}

/** Only dishes are eaten in a course. */
function CategoryCourse() {
  const { t } = useTranslation()
  const { value: type } = useField<CategoryRow['type']>('type')
  return type === 'PRODUCT' ? <CourseField none={t('courseList.fieldNone')} /> : null
}

/** The target margin is for categories of products only: nothing else has a price with a margin. */
function TargetMargin() {
  const { t } = useTranslation()
  const { value: type } = useField<CategoryRow['type']>('type')
  if (type !== 'PRODUCT') return null
  return (
    <QuantityField
      name="target_margin"
      label={t('categories.targetMargin')}
      description={t('categories.targetMarginText')}
      decimals={2}
      unit="%"
    />
  )
}
