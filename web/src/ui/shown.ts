/** Returns whether the element takes any room on the screen. `checkVisibility` is younger than phones that sell: Safari 17.4. */
export const isShown = (part: Element) => part.checkVisibility?.() ?? part.getClientRects().length > 0
