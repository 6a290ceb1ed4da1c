import type { paths } from './schema.gen'

/**
 * These types find a call in the API's document by the method and the path as they stand at the call: `/orders/{id}` is
 * `/orders/${number}` there. A path that is gone or misspelt does not compile, and nobody names an answer's type by hand.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Operation<M extends Method, Key extends keyof paths> =
  Lowercase<M> extends keyof paths[Key] ? NonNullable<paths[Key][Lowercase<M>]> : never

type ParamsOf<Op> = Op extends { parameters: { path: infer Params } } ? Params : never

/** The path as it is called: `/api/orders/{id}`. */
type Called<Path, Params> = Path extends `/api${infer Rest}`
  ? Called<Rest, Params>
  : Path extends `${infer Before}{${infer Name}}${infer After}`
    ? `${Before}${Extract<Params[Name & keyof Params], string | number>}${Called<After, Params>}`
    : Path

type Calls<M extends Method> = {
  [Key in keyof paths as [Operation<M, Key>] extends [never] ? never : Key]: Called<
    Key,
    ParamsOf<Operation<M, Key>>
  >
}

/** All paths that can be called with a method. */
export type PathOf<M extends Method> = Calls<M>[keyof Calls<M>]

/** A path is compared segment by segment, because a parameter that is any text holds no slash. */
type Fits<Path, Pattern> = Path extends `${infer Head}/${infer Rest}`
  ? Pattern extends `${infer Wanted}/${infer Others}`
    ? Head extends Wanted
      ? Fits<Rest, Others>
      : false
    : false
  : Pattern extends `${string}/${string}`
    ? false
    : Path extends Pattern
      ? true
      : false

type Found<M extends Method, Path extends string> = {
  [Key in keyof Calls<M>]: Path extends Calls<M>[Key]
    ? true extends Fits<Path, Calls<M>[Key]>
      ? Operation<M, Key>
      : never
    : never
}[keyof Calls<M>]

/* Most paths have no parameter and are found at once. */
type OperationOf<M extends Method, Path> = Path extends string
  ? `/api${Path}` extends keyof paths
    ? Operation<M, `/api${Path}`>
    : Found<M, Path>
  : never

type Json<Op> = Op extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never
type One<Body> = Body extends { response: infer Response } ? Response : unknown

/** The type of the answer's `response`. */
export type ResponseOf<M extends Method, Path> = One<Json<OperationOf<M, Path>>>

/** Lists are told from other answers by their rows. */
export type ListPath = {
  [Key in keyof Calls<'GET'>]: Json<Operation<'GET', Key>> extends { rows: unknown[] }
    ? Calls<'GET'>[Key]
    : never
}[keyof Calls<'GET'>]

/** The totals that a list gives over all its rows, not only those of the page; most lists have none. */
export type TotalsOf<Path> =
  Json<OperationOf<'GET', Path>> extends { totals: infer Totals } ? { totals: Totals } : unknown

export type Row<Path> = Json<OperationOf<'GET', Path>> extends { rows: (infer Each)[] } ? Each : unknown

type Body<Op> = Op extends { requestBody: { content: infer Content } }
  ? Content extends { 'application/json': infer Given }
    ? Given
    : File
  : Record<string, never>

export type BodyOf<M extends Method, Path> = Body<OperationOf<M, Path>>

/* Every value is sent as text, and empty ones are left out; a closed set of words takes only those words. */
type Asked<Value> = [string] extends [Value]
  ? string | number | boolean | null
  : [number] extends [Value]
    ? string | number | null
    : Value | null
type Query<Op> = Op extends { parameters: { query?: infer Params } }
  ? { [Name in keyof Params]?: Asked<NonNullable<Params[Name]>> }
  : never

/** The lists whose single rows are read at `{path}/{id}`. */
export type OfficePath = {
  [Path in ListPath]: `/api${Path}/{id}` extends keyof paths ? Path : never
}[ListPath]

export type QueryOf<M extends Method, Path> = Query<OperationOf<M, Path>>
