import { Autocomplete, Button, Checkbox } from '@mantine/core'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToppingView } from '../../../api/model'
import { optionsOf } from '../../../data/catalog/selectOptions'
import { useField } from '../../../ui/form/context'
import { MoneyField } from '../../../ui/form/fields'
import { optionFilter } from '../../../ui/form/optionFilter'
import { SelectField } from '../../../ui/form/SelectField'
import { useFocusNew } from '../../../ui/form/useFocusNew'
import { amount, centimos, searchKey } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { useDialogElement } from '../../../ui/layers'
import { useToppings } from '../products/queries'
import c from './Choices.module.css'
import { emptyOption, type OptionRow } from './groupForm'
import { useChoiceGroups } from './queries'

/** Edits the options in the order in which they are offered. `own` is the group itself, which no option opens. */
export function OptionsField({ own }: { own: number | null }) {
  const { t } = useTranslation()
  const { value: rows, error, set } = useField<OptionRow[]>('options')
  const { area, adding } = useFocusNew<HTMLElement>(rows.length)
  const groups = useChoiceGroups().data?.filter((group) => group.id !== own)
  const toppings = useToppings().data ?? []
  const priceOf = (name: string) => {
    const found = toppings.find((each) => searchKey(each.name) === searchKey(name))
    return found && amount(centimos(found.sale_amount))
  }
  const next = Math.max(0, ...rows.map((each) => each.row)) + 1
  const raise = (at: number) => {
    const [moved] = rows.slice(at, at + 1)
    if (moved) set([...rows.slice(0, at - 1), moved, ...rows.slice(at - 1, at), ...rows.slice(at + 1)])
  }
  return (
    <section ref={area} className={c.options} aria-label={t('choiceGroups.options')}>
      <p className={c.hint}>
        {t('choiceGroups.optionText')}
        {groups?.length === 0 ? ` ${t('choiceGroups.opensLater')}` : null}
      </p>
      {rows.map((option, at) => (
        <div key={option.row} className={c.option} data-row>
          <NameField at={at} known={toppings} />
          <MoneyField
            name={`options.${at}.amount`}
            label={t('choiceGroups.amount', { number: at + 1 })}
            placeholder={priceOf(option.name)}
            bare
          />
          <IconButton
            label={t('choiceGroups.raise', { number: at + 1 })}
            disabled={at === 0}
            onClick={() => raise(at)}
          >
            <IconArrowUp size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('choiceGroups.removeOption', { number: at + 1 })}
            onClick={() => set(rows.filter((_, other) => other !== at))}
          >
            <IconTrash size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
          <div className={c.under}>
            <DefaultField at={at} />
            {groups?.length ? (
              <div className={c.opens}>
                <SelectField
                  name={`options.${at}.group_id`}
                  label={t('choiceGroups.opens')}
                  aria-label={t('choiceGroups.opensOf', { number: at + 1 })}
                  placeholder={t('choiceGroups.opensNone')}
                  options={optionsOf(groups)}
                  clearable
                />
              </div>
            ) : null}
          </div>
        </div>
      ))}
      {error ? (
        <p className={c.error} role="alert">
          {error}
        </p>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
        onClick={() => {
          adding()
          set([...rows, emptyOption(next)])
        }}
      >
        {t('choiceGroups.newOption')}
      </Button>
    </section>
  )
}

/** Names an option: a topping that is there, or a new one. */
function NameField({ at, known }: { at: number; known: ToppingView[] }) {
  const { t } = useTranslation()
  const { value, error, set } = useField<string>(`options.${at}.name`)
  const dialog = useDialogElement()
  const [open, setOpen] = useState(false)
  return (
    <Autocomplete
      name={`options.${at}.name`}
      aria-label={t('choiceGroups.option', { number: at + 1 })}
      placeholder={t('choiceGroups.option', { number: at + 1 })}
      data={[...new Set(known.filter((each) => each.status === 'ACTIVE').map((each) => each.name))]}
      filter={optionFilter}
      limit={30}
      maxLength={80}
      size="md"
      maxDropdownHeight={240}
      value={value}
      error={error}
      onChange={set}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={(event) => {
        // Esc closes the list, not the dialog around it.
        if (open && event.key === 'Escape') event.preventDefault()
      }}
      comboboxProps={{
        withinPortal: true,
        // The list covers no error.
        position: error ? 'top' : 'bottom',
        portalProps: { target: dialog ?? undefined },
        shadow: 'md',
      }}
    />
  )
}

function DefaultField({ at }: { at: number }) {
  const { t } = useTranslation()
  const { value, set } = useField<boolean>(`options.${at}.is_default`)
  return (
    <Checkbox
      label={t('choiceGroups.isDefault')}
      aria-label={t('choiceGroups.defaultOf', { number: at + 1 })}
      checked={value}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}
