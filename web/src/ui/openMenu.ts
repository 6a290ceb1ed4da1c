/** Returns the menu in front, if any: the browser opens menus, and no component knows. */
export const openMenu = () =>
  [...document.querySelectorAll<HTMLElement>('[popover]:popover-open')].at(-1) ?? null
