/** What a list or form is about, for what is said of it: "Caja creada". */
export interface Entity {
  /** "Caja" */
  name: string
  feminine?: boolean
  /** Said when it was saved, where "Caja actualizada" would be no sentence. */
  done?: string
}

export const genderOf = (feminine?: boolean): 'female' | 'male' => (feminine ? 'female' : 'male')

/** For `t`: the word and its gender. */
export const said = ({ name, feminine }: Entity) => ({
  entity: name,
  lower: name.charAt(0).toLowerCase() + name.slice(1),
  context: genderOf(feminine),
})
