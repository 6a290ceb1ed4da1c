import { Select } from '@mantine/core'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChoiceGroup } from '../../../api/model'
import { ruleOf } from '../../../data/catalog/choiceRule'
import { useField } from '../../../ui/form/context'
import { IconButton } from '../../../ui/IconButton'
import { useDialogElement } from '../../../ui/layers'
import c from './ProductGroups.module.css'
import { useChoiceGroups } from './queries'

interface Props {
  /** Makes a new group, from the text that was typed. */
  onCreate: (typed: string, choose: (made: ChoiceGroup) => void) => void
}

/** The value of the entry that makes a new one; no id is like it. */
const makeOne = '+'

/** Chooses the groups of options that a product offers, in the order in which they are asked. */
export function ProductGroupsField({ onCreate }: Props) {
  const { t } = useTranslation()
  const { value: ids, error, set } = useField<number[]>('choice_group_ids')
  const dialog = useDialogElement()
  const [typed, setTyped] = useState('')
  const groups = useChoiceGroups().data ?? []
  const chosen = ids.flatMap((id) => groups.filter((group) => group.id === id))
  const others = groups.filter(({ id }) => !ids.includes(id))
  const raise = (id: number, at: number) => set(ids.filter((each) => each !== id).toSpliced(at - 1, 0, id))
  return (
    <section className={c.product} aria-label={t('choiceGroups.ofProduct')}>
      <p className={c.title}>
        <b>{t('choiceGroups.ofProduct')}</b>
        <span>{t('choiceGroups.ofProductText')}</span>
      </p>
      {chosen.map((group, at) => (
        <div key={group.id} className={c.chosen}>
          <p>
            <b>{group.name}</b>
            <span>{ruleOf(group)}</span>
          </p>
          <IconButton
            label={t('choiceGroups.raiseGroup', { name: group.name })}
            disabled={at === 0}
            onClick={() => raise(group.id, at)}
          >
            <IconArrowUp size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('choiceGroups.removeGroup', { name: group.name })}
            onClick={() => set(ids.filter((id) => id !== group.id))}
          >
            <IconTrash size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <Select
        name="choice_group_ids"
        aria-label={t('choiceGroups.pick')}
        placeholder={t('choiceGroups.pick')}
        error={error}
        searchable
        value={null}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={t('forms.noOptions')}
        data={[
          ...others.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: makeOne, label: t('choiceGroups.new') },
        ]}
        onChange={(picked) => {
          setTyped('')
          if (picked === makeOne) onCreate('', (made) => set([...ids, made.id]))
          else if (picked) set([...ids, Number(picked)])
        }}
        comboboxProps={{ withinPortal: true, portalProps: { target: dialog ?? undefined }, shadow: 'md' }}
      />
    </section>
  )
}
