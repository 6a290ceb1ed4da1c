/** Sets light or dark as it was chosen in Mantine's menu, for the pages that stand before Mantine is loaded. */
export function showColorScheme() {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
