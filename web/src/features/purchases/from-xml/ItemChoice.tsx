import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconChevronDown, IconPlus, IconTruck } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import f from '../create/fields.module.css'
import { keyOf } from '../draft'
import { type Buyable, search } from '../items'
import c from './FromXml.module.css'

interface Props {
  label: string
  items: Buyable[]
  autoFocus?: boolean
  onPick: (item: Buyable) => void
  onCreate: () => void
  onFreight: () => void
}

const most = 20
const [create, freight] = ['+', '=']

/**
 * Chooses the item of a line: searched for, made on the spot, or freight. Enter takes the first found, arrows reach the others.
 */
export function ItemChoice({ label, items, autoFocus, onPick, onCreate, onFreight }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() })
  const found = useMemo(() => search(items, text).slice(0, most), [items, text])
  const first = found[0]
  const { dropdownOpened, selectFirstOption, resetSelectedOption } = store
  useEffect(() => {
    if (first && dropdownOpened) selectFirstOption()
    else resetSelectedOption()
  }, [first, dropdownOpened, selectFirstOption, resetSelectedOption])
  return (
    <Combobox
      store={store}
      shadow="md"
      onOptionSubmit={(key) => {
        store.closeDropdown()
        const item = found.find((each) => keyOf(each) === key)
        if (key === create) onCreate()
        else if (key === freight) onFreight()
        else if (item) onPick(item)
      }}
    >
      <Combobox.Target>
        <TextInput
          className={c.choice}
          aria-label={label}
          placeholder={t('purchases.xml.chooseItem')}
          autoComplete="off"
          data-autofocus={autoFocus || undefined}
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          value={text}
          onFocus={() => store.openDropdown()}
          onClick={() => store.openDropdown()}
          onBlur={() => store.closeDropdown()}
          onChange={(event) => {
            setText(event.currentTarget.value)
            store.openDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('purchases.itemsFound')} mah={320} className={f.options}>
          {found.map((item) => (
            <Combobox.Option key={keyOf(item)} value={keyOf(item)}>
              <span className={f.option}>
                <b>{item.name}</b>
                <small>{t(`purchases.kinds.${item.item_type}`, { unit: item.unit })}</small>
              </span>
            </Combobox.Option>
          ))}
          <Combobox.Option value={create}>
            <span className={f.make}>
              <IconPlus size={18} stroke={2.2} aria-hidden="true" />
              {t('purchases.xml.create')}
            </span>
          </Combobox.Option>
          <Combobox.Option value={freight}>
            <span className={f.make}>
              <IconTruck size={18} stroke={1.9} aria-hidden="true" />
              {t('purchases.xml.isFreight')}
            </span>
          </Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
