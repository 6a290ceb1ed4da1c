import { Button, TextInput } from '@mantine/core'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { Attribute } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { useField } from '../../../ui/form/context'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { TextField } from '../../../ui/form/fields'
import { IconButton } from '../../../ui/IconButton'
import { ListScreen } from '../../../ui/list/ListScreen'
import { showToast } from '../../../ui/toasts'
import c from './Attributes.module.css'

interface OptionRow extends Record<string, unknown> {
  row: number
  id?: number
  name: string
}

/** Lists the attributes whose options guests choose, such as size. */
export function AttributesList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  return (
    <ListScreen
      title={t('attributes.title')}
      entity={{ name: t('attributes.entity') }}
      tabs={tabs}
      path="/attributes"
      queryKey={catalogKeys.attributes}
      alsoStale={[catalogKeys.sale]}
      name={(row) => row.name}
      nameLabel={t('attributes.one')}
      nameSort="name"
      columns={[
        {
          key: 'options',
          label: t('attributes.options'),
          value: (row) => row.options.map((option) => option.name).join(', '),
        },
      ]}
      search={t('attributes.search')}
      summary={(count) => t('attributes.summary', { count })}
      remove={(row, key) => write('DELETE', `/attributes/${row.id}`, key, {})}
      create={{ label: t('attributes.new'), short: t('attributes.newShort') }}
      empty={{
        title: t('attributes.emptyTitle'),
        text: t('attributes.emptyText'),
        way: t('attributes.way'),
        wayText: t('attributes.wayText'),
      }}
      form={(row, close) => <AttributeDrawer key={row?.id ?? 'new'} attribute={row} onClose={close} />}
    />
  )
}

function AttributeDrawer({ attribute, onClose }: { attribute: Attribute | null; onClose: () => void }) {
  const { t } = useTranslation()
  const options: OptionRow[] = (attribute?.options ?? []).map(({ id, name }, row) => ({ row, id, name }))
  return (
    <FormDrawer
      title={attribute ? t('attributes.edit') : t('attributes.new')}
      entity={{ name: t('attributes.entity') }}
      isNew={attribute === null}
      start={{ name: attribute?.name ?? '', options }}
      save={(values, key) => {
        const body = { name: values.name, options: values.options.map(({ id, name }) => ({ id, name })) }
        return attribute
          ? write('PUT', `/attributes/${attribute.id}`, key, body)
          : write('POST', '/attributes', key, body)
      }}
      nameOf={(values) => values.name}
      stale={[catalogKeys.attributes, catalogKeys.products, catalogKeys.sale]}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('attributes.name')}
        description={t('attributes.nameText')}
        required
        maxLength={60}
      />
      <OptionsField />
    </FormDrawer>
  )
}

/** Edits the options in the order in which they are offered; a new one is typed below. */
function OptionsField() {
  const { t } = useTranslation()
  const { value: rows, error, set } = useField<OptionRow[]>('options')
  const [text, setText] = useState('')
  const next = Math.max(0, ...rows.map((each) => each.row)) + 1
  const add = () => {
    if (text.trim() === '') return showToast('danger', t('attributes.optionEmpty'))
    set([...rows, { row: next, name: text.trim() }])
    setText('')
    showToast('success', t('attributes.optionAdded'), text.trim())
  }
  const remove = (at: number) => {
    set(rows.filter((_, other) => other !== at))
    showToast('warning', t('attributes.optionDeleted'), rows[at]?.name)
  }
  const raise = (at: number) => {
    const [moved] = rows.slice(at, at + 1)
    if (moved) set([...rows.slice(0, at - 1), moved, ...rows.slice(at - 1, at), ...rows.slice(at + 1)])
  }
  return (
    <section className={c.options} aria-label={t('attributes.options')}>
      {rows.map((option, at) => (
        <div key={option.row} className={c.option}>
          <TextField
            name={`options.${at}.name`}
            label={t('attributes.option', { number: at + 1 })}
            maxLength={60}
          />
          <IconButton
            label={t('attributes.raise', { number: at + 1 })}
            disabled={at === 0}
            onClick={() => raise(at)}
          >
            <IconArrowUp size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('attributes.removeOption', { number: at + 1 })} onClick={() => remove(at)}>
            <IconTrash size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {error ? (
        <p className={c.error} role="alert">
          {error}
        </p>
      ) : null}
      <div className={c.add}>
        <TextInput
          label={t('attributes.newOption')}
          value={text}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter adds what is typed; with nothing typed it saves the form.
            if (event.key !== 'Enter' || text.trim() === '') return
            event.preventDefault()
            add()
          }}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
          onClick={add}
        >
          {t('attributes.add')}
        </Button>
      </div>
    </section>
  )
}
