/** One file of what an account with courses needs, so that it loads at once. */
import '../../../i18n/courses'

export { nextAct } from '../../../data/orders/courses'
export { CourseBar } from './CourseBar'
export { CourseLines } from './CourseLines'
export { NextKey, PeekKey, peekText } from './NextKey'
export { placed } from './placed'
