/** The actions on a table of the floor plan, besides opening it. */
export type TableAct = 'seat' | 'edit' | 'cancel' | 'reserve' | 'clean' | 'cleaned' | 'close'
