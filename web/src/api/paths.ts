import type { paths } from './schema.gen'

/** `/orders/{id}` as it is called: `/orders/12`. */
type Filled<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string | number}${Filled<After>}`
  : Path

/** The paths that the API's document has for a method. A call to one that is gone no longer compiles. */
export type PathOf<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Lowercase<Method>, unknown>
    ? Path extends `/api${infer Rest}`
      ? Filled<Rest>
      : never
    : never
}[keyof paths]
