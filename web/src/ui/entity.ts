/** The words for a kind of row, used in notices: "Caja creada". */
export interface Entity {
  /** The name, such as "Caja". */
  name: string
  feminine?: boolean
  /** The notice after saving, where "Caja actualizada" would be no sentence. */
  done?: string
}

export const genderOf = (feminine?: boolean): 'female' | 'male' => (feminine ? 'female' : 'male')

/** Returns the word and its gender as parameters of `t`. */
export const entityWords = ({ name, feminine }: Entity) => ({
  entity: name,
  lower: name.charAt(0).toLowerCase() + name.slice(1),
  context: genderOf(feminine),
})
