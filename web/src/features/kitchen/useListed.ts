import { useMedia } from '../../ui/viewport'

/** On a phone, upright or turned, the cards are a list that scrolls down: a column there would hold half a card. */
export const useListed = () => useMedia('(max-width: 700px), (max-height: 500px)')
