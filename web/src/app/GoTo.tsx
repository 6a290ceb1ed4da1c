import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import c from './GoTo.module.css'
import { Palette } from './Palette'

/** Opens any screen, setting or client by a few letters ("Ir a…"). Ctrl K opens it from anywhere in the office. */
export function useGoToPalette() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // Whatever is open before the office, such as a dialog, gets the keys first.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return {
    open: () => setOpen(true),
    palette: open ? <Palette onClose={() => setOpen(false)} /> : null,
  }
}

/** Shows the button that opens it. */
export function GoToButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={c.opener} aria-haspopup="dialog" onClick={onOpen}>
      <IconSearch size={18} stroke={2} aria-hidden="true" />
      <span>{t('menu.goTo')}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  )
}
