import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Dialog } from '../ui/Dialog'
import { searchKey } from '../ui/format'
import c from './GoTo.module.css'
import { type MenuGroup, type MenuScreen, useScreens } from './useScreens'

/** "Ir a…": any screen by a few letters of its name. Ctrl K opens it from anywhere in the office. */
export function useGoTo() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // What stands before the office has the word.
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

/** Opens it with a finger. */
export function GoToKey({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={c.opener} aria-haspopup="dialog" onClick={onOpen}>
      <IconSearch size={18} stroke={2} aria-hidden="true" />
      <span>{t('menu.goTo')}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = useId()
  const groups = useScreens()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const words = searchKey(text).split(/\s+/).filter(Boolean)
  const all = groups.flatMap((group) =>
    [...group.screens, ...group.tabs].map((screen) => ({ ...screen, group })),
  )
  const found = all.filter((screen) => {
    const name = searchKey(`${screen.group.label} ${screen.label}`)
    return words.every((word) => name.includes(word))
  })
  const chosen = Math.min(at, found.length - 1)
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const go = (path: string | undefined) => {
    if (!path) return
    onClose()
    void navigate(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((chosen + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') go(found[chosen]?.path)
    else return
    event.preventDefault()
  }
  return (
    <Dialog label={t('menu.goToLabel')} onClose={onClose}>
      <div className={c.palette}>
        <div className={c.field}>
          <IconSearch size={22} aria-hidden="true" />
          <input
            data-autofocus
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
            aria-label={t('menu.goToSearch')}
            placeholder={t('menu.goToSearch')}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div ref={list} id={id} role="listbox" aria-label={t('menu.goToLabel')} className={c.list}>
          {found.map((screen, index) => (
            <Choice
              key={screen.path}
              id={`${id}-${index}`}
              chosen={index === chosen}
              screen={screen}
              onPoint={() => setAt(index)}
              onGo={() => go(screen.path)}
            />
          ))}
        </div>
        {found.length === 0 ? <p className={c.none}>{t('menu.goToNone')}</p> : null}
        <p className={c.keys}>{t('menu.goToKeys')}</p>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  id: string
  chosen: boolean
  screen: MenuScreen & { group: MenuGroup }
  onPoint: () => void
  onGo: () => void
}

function Choice({ id, chosen, screen, onPoint, onGo }: ChoiceProps) {
  const Glyph = screen.icon ?? screen.group.icon
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div id={id} role="option" aria-selected={chosen} onMouseMove={onPoint} onClick={onGo}>
      <Glyph size={20} stroke={1.8} aria-hidden="true" />
      <b>{screen.label}</b>
      {screen.group.screens.length > 1 ? <span>{screen.group.label}</span> : null}
    </div>
  )
}
