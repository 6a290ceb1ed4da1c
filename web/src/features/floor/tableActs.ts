/** What can be done with a table from the map, besides opening it. */
export type TableAct = 'seat' | 'edit' | 'cancel' | 'reserve' | 'clean' | 'cleaned' | 'close'
