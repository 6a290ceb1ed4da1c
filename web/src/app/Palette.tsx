import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Dialog } from '../ui/Dialog'
import c from './GoTo.module.css'
import { type Found, useFound } from './useFound'

/** Shows a search field, and below it the places that it finds. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const { found, searching, failed } = useFound(text)
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
          {found.map((each, index) => (
            <Choice
              key={each.path}
              id={`${id}-${index}`}
              chosen={index === chosen}
              of={each}
              onPoint={() => setAt(index)}
              onGo={() => go(each.path)}
            />
          ))}
        </div>
        {failed ? (
          <p className={c.none} role="status">
            {t('menu.goToFailed')}
          </p>
        ) : found.length === 0 ? (
          <p className={c.none} role="status">
            {t(searching ? 'menu.goToSearching' : 'menu.goToNone')}
          </p>
        ) : null}
        <p className={c.keys}>{t('menu.goToKeys')}</p>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  id: string
  chosen: boolean
  of: Found
  onPoint: () => void
  onGo: () => void
}

function Choice({ id, chosen, of, onPoint, onGo }: ChoiceProps) {
  const Glyph = of.icon
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div id={id} role="option" aria-selected={chosen} onMouseMove={onPoint} onClick={onGo}>
      <Glyph size={20} stroke={1.8} aria-hidden="true" />
      <b>{of.label}</b>
      {of.note ? <span>{of.note}</span> : null}
    </div>
  )
}
