import texts from './es_pe/courses.json'
import i18next from './i18n'

export type CourseTexts = typeof texts

/* The texts of courses, which come with the first account, kitchen wall or office list that has some. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
