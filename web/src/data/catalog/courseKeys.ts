/** Courses of a meal, whose keys stand apart so that the start of the app does not hold them; they follow the catalog's events. */
export const courseKeys = {
  courses: ['catalog', 'courses'] as const,
  all: ['catalog', 'courses', 'all'] as const,
}
