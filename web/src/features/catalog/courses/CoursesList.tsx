import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { Course } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { courseKeys } from '../../../data/catalog/courseKeys'
import { catalogKeys } from '../../../data/catalog/keys'
import { useCourses } from '../../../data/catalog/selectOptions'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { SwitchField, TextField } from '../../../ui/form/fields'
import { quantity } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { ListScreen } from '../../../ui/list/ListScreen'
import { useWrite } from '../../../ui/useWrite'
import c from './Courses.module.css'

/** Lists the courses of a meal in the order of eating: which leave at once, and which are fired by themselves. */
export function CoursesList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  return (
    <ListScreen
      title={t('courseList.title')}
      entity={{ name: t('courseList.entity') }}
      tabs={tabs}
      path="/courses"
      queryKey={courseKeys.courses}
      alsoStale={[catalogKeys.sale]}
      name={(row) => row.name}
      nameLabel={t('courseList.one')}
      note={(row) => t(`courseList.${noteOf(row)}`)}
      picture={(row) => <span className={c.number}>{row.position}</span>}
      columns={[
        {
          key: 'categories',
          label: t('courseList.categories'),
          align: 'right',
          from: 'tablet',
          value: (row) => quantity(row.categories),
        },
        {
          key: 'products',
          label: t('courseList.products'),
          align: 'right',
          from: 'tablet',
          value: (row) => quantity(row.products),
        },
        { key: 'order', label: t('courseList.order'), align: 'right', value: (row) => <Move row={row} /> },
      ]}
      summary={(count) => t('courseList.summary', { count })}
      remove={(row, key) => write('DELETE', `/courses/${row.id}`, key, {})}
      removeText={() => t('courseList.removeText')}
      create={{ label: t('courseList.new'), short: t('courseList.newShort') }}
      empty={{
        title: t('courseList.emptyTitle'),
        text: t('courseList.emptyText'),
        way: t('courseList.way'),
        wayText: t('courseList.wayText'),
      }}
      form={(row, close) => <CourseDrawer key={row?.id ?? 'new'} course={row} onClose={close} />}
    />
  )
}

const noteOf = ({ at_once, auto_fire }: Course) =>
  at_once ? 'atOnceNote' : auto_fire ? 'autoNote' : 'waitsNote'

/** Moves a course one place up or down in the order of eating. */
function Move({ row }: { row: Course }) {
  const { t } = useTranslation()
  const count = useCourses().data?.length ?? 0
  const move = useWrite((position: number, key) => write('PUT', `/courses/${row.id}`, key, { position }), {
    failed: t('courseList.notMoved'),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: courseKeys.courses })
      void queryClient.invalidateQueries({ queryKey: catalogKeys.sale })
    },
  })
  return (
    <span className={c.move}>
      <IconButton
        label={t('courseList.raise', { name: row.name })}
        disabled={row.position === 1 || move.isPending}
        onClick={() => move.mutate(row.position - 1)}
      >
        <IconArrowUp size={20} stroke={1.8} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('courseList.lower', { name: row.name })}
        disabled={row.position >= count || move.isPending}
        onClick={() => move.mutate(row.position + 1)}
      >
        <IconArrowDown size={20} stroke={1.8} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

function CourseDrawer({ course, onClose }: { course: Course | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={course ? t('courseList.edit') : t('courseList.new')}
      entity={{ name: t('courseList.entity') }}
      isNew={course === null}
      start={{
        name: course?.name ?? '',
        at_once: course?.at_once ?? false,
        auto_fire: course?.auto_fire ?? false,
      }}
      save={(values, key, changed) =>
        course ? write('PUT', `/courses/${course.id}`, key, changed) : write('POST', '/courses', key, values)
      }
      nameOf={(values) => values.name}
      stale={[courseKeys.courses, catalogKeys.sale]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            name="name"
            label={t('courseList.name')}
            description={t('courseList.nameText')}
            required
            maxLength={30}
          />
          <SwitchField
            name="at_once"
            label={t('courseList.atOnce')}
            description={t('courseList.atOnceText')}
          />
          {form.getValues().at_once ? null : (
            <SwitchField
              name="auto_fire"
              label={t('courseList.auto')}
              description={t('courseList.autoText')}
            />
          )}
        </>
      )}
    </FormDrawer>
  )
}
