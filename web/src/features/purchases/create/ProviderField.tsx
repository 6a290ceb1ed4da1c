import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Provider } from '../../../api/model'
import { useDialogElement } from '../../../ui/layers'
import { ProviderDrawer } from '../../../widgets/providers/ProviderDrawer'
import type { DraftProvider } from '../draft'
import { useProviders } from '../queries'
import c from './fields.module.css'

interface Props {
  /** The label; if absent, the field only has one for screen readers, where it narrows a list. */
  label?: string
  value: DraftProvider | null
  error?: string
  /** The name by which the page finds the field to focus it. */
  at?: string
  /** True when the field also offers to make a new provider. */
  creates?: boolean
  onChange: (provider: DraftProvider | null) => void
  /** It is called when a provider was chosen, so that the focus goes to the next field. */
  onDone?: () => void
}

const makeOne = '+'

const toDraftProvider = (provider: Provider): DraftProvider => ({
  id: provider.id,
  name: provider.display_name,
  document: `${provider.document_type} ${provider.document_number}`,
})

/** Returns the first values of a new provider: the text that was searched for. */
function knownOf(term: string) {
  if (/^\d{11}$/.test(term)) return { document_type: 'RUC', document_number: term }
  if (/^\d{8}$/.test(term)) return { document_type: 'DNI', document_number: term }
  return { business_name: term }
}

interface OptionsProps {
  rows: Provider[]
  isNone: boolean
  /** The name with which a new provider is offered, or null to offer none. */
  makes: string | null
}

function ProviderOptions({ rows, isNone, makes }: OptionsProps) {
  const { t } = useTranslation()
  return (
    <Combobox.Options aria-label={t('parties.providers')} mah={320} className={c.options}>
      {rows.map((row) => (
        <Combobox.Option key={row.id} value={String(row.id)}>
          <span className={c.option}>
            <b>{row.display_name}</b>
            <small>
              {row.document_type} {row.document_number}
            </small>
          </span>
        </Combobox.Option>
      ))}
      {isNone ? <Combobox.Empty>{t('purchases.noProvider')}</Combobox.Empty> : null}
      {makes === null ? null : (
        <Combobox.Option value={makeOne}>
          <span className={c.make}>
            <IconPlus size={18} stroke={2.2} aria-hidden="true" />
            {makes ? t('purchases.newProviderNamed', { name: makes }) : t('parties.newProvider')}
          </span>
        </Combobox.Option>
      )}
    </Combobox.Options>
  )
}

/** Chooses the provider: searched for by name or number, or made on the spot. */
export function ProviderField({ label, value, error, at, creates, onChange, onDone }: Props) {
  const { t } = useTranslation()
  const dialog = useDialogElement()
  const [typed, setTyped] = useState<string | null>(null)
  const [creating, setCreating] = useState<string | null>(null)
  const term = (typed ?? '').trim()
  const [rested] = useDebouncedValue(term, 150)
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() })
  const found = useProviders(rested, store.dropdownOpened)
  const rows = found.data?.rows ?? []
  // Enter takes the first, as soon as it is of what was typed.
  const settled = term !== '' && rested === term && found.data !== undefined && !found.isPlaceholderData
  const { selectFirstOption, resetSelectedOption } = store
  useEffect(() => {
    if (settled) selectFirstOption()
    else resetSelectedOption()
  }, [settled, selectFirstOption, resetSelectedOption])
  const close = () => {
    setTyped(null)
    store.closeDropdown()
  }
  const pick = (option: string) => {
    const provider = rows.find((row) => String(row.id) === option)
    close()
    if (option === makeOne) setCreating(term)
    else if (provider) {
      onChange(toDraftProvider(provider))
      onDone?.()
    }
  }
  return (
    <>
      <Combobox store={store} onOptionSubmit={pick} shadow="md" portalProps={{ target: dialog ?? undefined }}>
        <Combobox.Target>
          <TextInput
            label={label}
            aria-label={label ? undefined : t('purchases.provider')}
            error={error}
            data-at={at}
            autoComplete="off"
            placeholder={t(label ? 'purchases.providerSearch' : 'purchases.provider')}
            value={typed ?? value?.name ?? ''}
            rightSection={
              value && typed === null ? <span className={c.document}>{value.document}</span> : undefined
            }
            rightSectionWidth={value && typed === null ? 144 : undefined}
            classNames={{ input: value && typed === null ? c.chosen : undefined }}
            onFocus={(event) => {
              event.currentTarget.select()
              store.openDropdown()
            }}
            onClick={() => store.openDropdown()}
            onBlur={close}
            // Esc closes the list, not the dialog around it.
            onKeyDown={(event) => {
              if (event.key === 'Escape' && store.dropdownOpened) event.preventDefault()
            }}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              store.openDropdown()
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <ProviderOptions
            rows={rows}
            isNone={rows.length === 0 && !found.isFetching && !creates}
            makes={creates && (settled || term === '') ? term : null}
          />
        </Combobox.Dropdown>
      </Combobox>
      {creating === null ? null : (
        <ProviderDrawer
          provider={null}
          known={knownOf(creating)}
          onSaved={(provider) => {
            onChange(toDraftProvider(provider))
            onDone?.()
          }}
          onClose={() => setCreating(null)}
        />
      )}
    </>
  )
}
