/** The menu in front, if any: the browser opens them, and no part is told. */
export const openMenu = () =>
  [...document.querySelectorAll<HTMLElement>('[popover]:popover-open')].at(-1) ?? null
