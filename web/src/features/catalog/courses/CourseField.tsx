import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { optionsOf, useCourses } from '../../../data/catalog/selectOptions'
import { SelectField } from '../../../ui/form/SelectField'
import c from './Courses.module.css'

/** Chooses the course in which something is eaten; a house without courses does not see it. `none` says what no choice means. */
export function CourseField({ none }: { none: string }) {
  const { t } = useTranslation()
  const courses = useCourses().data ?? []
  if (courses.length === 0) return null
  return (
    <div className={c.field}>
      <SelectField
        name="course_id"
        label={t('courseList.field')}
        placeholder={none}
        clearable
        options={optionsOf(courses)}
      />
      <Link to="/products?tab=courses">{t('courseList.manage')}</Link>
    </div>
  )
}
