import { Combobox, useCombobox } from '@mantine/core'
import { IconBarcode, IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Key } from '../../../ui/Key'
import { keyOf } from '../draft'
import { type Buyable, search } from '../items'
import f from './fields.module.css'
import c from './Lines.module.css'

interface Props {
  items: Buyable[]
  onPick: (item: Buyable) => void
  /** Makes a new item when none has this name. */
  onCreate: (name: string) => void
  /** It is called at Enter when nothing has this name. */
  onUnknown: () => void
  /** It is called at Enter with nothing typed: the lines are done. */
  onDone: () => void
  /** It moves the focus to the last line. */
  onUp: () => void
  onFocus: () => void
}

const most = 30
const create = '+'

/** Finds the next item of the document: typed or scanned, taken by Enter. */
export function ItemSearch({ items, onPick, onCreate, onUnknown, onDone, onUp, onFocus }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const found = useMemo(() => search(items, text).slice(0, most), [items, text])
  const store = useCombobox()
  const first = found[0]
  const name = text.trim()
  // A scanned code is no name.
  const canCreate = found.length === 0 && /\p{L}/u.test(name)
  const { selectFirstOption } = store
  useEffect(() => {
    if (first || canCreate) selectFirstOption()
  }, [first, canCreate, selectFirstOption])
  const open = store.dropdownOpened && (found.length > 0 || canCreate)
  return (
    <Combobox
      store={store}
      shadow="md"
      onOptionSubmit={(key) => {
        const item = found.find((each) => keyOf(each) === key)
        setText('')
        store.closeDropdown()
        if (key === create) onCreate(name)
        else if (item) onPick(item)
      }}
    >
      <Combobox.Target>
        <div className={c.search}>
          <IconBarcode size={22} stroke={1.8} aria-hidden="true" />
          <Combobox.EventsTarget>
            <input
              type="text"
              data-at="search"
              aria-label={t('purchases.itemSearch')}
              placeholder={t('purchases.itemSearch')}
              autoComplete="off"
              value={text}
              onFocus={onFocus}
              onBlur={() => store.closeDropdown()}
              onChange={(event) => {
                setText(event.currentTarget.value)
                store.openDropdown()
              }}
              onKeyDown={(event) => {
                if (event.key === 'ArrowUp' && !open) {
                  event.preventDefault()
                  onUp()
                }
                if (event.key !== 'Enter' || open) return
                event.preventDefault()
                if (text.trim() === '') onDone()
                else if (first) onPick(first)
                else onUnknown()
                setText('')
              }}
            />
          </Combobox.EventsTarget>
          <Key>Enter</Key>
        </div>
      </Combobox.Target>
      <Combobox.Dropdown hidden={!open}>
        <Combobox.Options aria-label={t('purchases.itemsFound')} mah={320} className={f.options}>
          {found.map((item) => (
            <Combobox.Option key={keyOf(item)} value={keyOf(item)}>
              <span className={f.option}>
                <b>{item.name}</b>
                <small>{t(`purchases.kinds.${item.item_type}`, { unit: item.unit })}</small>
              </span>
            </Combobox.Option>
          ))}
          {canCreate ? (
            <Combobox.Option value={create}>
              <span className={f.make}>
                <IconPlus size={18} stroke={2.2} aria-hidden="true" />
                {t('purchases.newItemNamed', { name })}
              </span>
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
