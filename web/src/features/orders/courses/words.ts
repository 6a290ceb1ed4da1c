import type { AccountCourse } from '../../../api/model'
import i18n from '../../../i18n/i18n'

/** Returns a course's name within a sentence: "fondos". */
const within = (name: string) => name.charAt(0).toLocaleLowerCase('es') + name.slice(1)

/** Returns what firing a course is called: "Marchar fondos". */
export const fireLabel = ({ name }: Pick<AccountCourse, 'name'>) =>
  name ? i18n.t('courses.fire', { course: within(name) }) : i18n.t('courses.fireRest')

/** Returns the name of a course; lines without one have a name too. */
export const courseName = (course: { name: string } | null) => course?.name || i18n.t('courses.none')
