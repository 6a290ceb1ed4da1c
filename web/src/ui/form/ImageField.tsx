import { IconCamera, IconPhotoEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from './context'
import c from './fields.module.css'

interface Props {
  name: string
  label: string
  /** Content in place of a missing picture. */
  instead?: ReactNode
  /** The file types that the browser offers to choose from. */
  accept?: string
  /** True when the whole picture is shown, because cropping would spoil it, such as a logo. */
  whole?: boolean
}

/** Asks for a picture; its value is the address of the present one, a file chosen in its place, or null. */
export function ImageField({
  name,
  label,
  instead,
  accept = 'image/jpeg,image/png,image/webp',
  whole,
}: Props) {
  const { t } = useTranslation()
  const { value, error, set } = useField<string | File | null>(name)
  const input = useRef<HTMLInputElement>(null)
  const shown = useMemo(() => (value instanceof File ? URL.createObjectURL(value) : value), [value])
  useEffect(() => () => void (shown?.startsWith('blob:') && URL.revokeObjectURL(shown)), [shown])
  const choose = () => input.current?.click()
  return (
    <div>
      <div className={c.image}>
        <button
          type="button"
          className={c.frame}
          data-filled={shown ? true : undefined}
          data-whole={whole || undefined}
          aria-label={shown ? t('forms.changeImage', { label }) : t('forms.addImage', { label })}
          aria-invalid={error ? true : undefined}
          onClick={choose}
        >
          {shown ? (
            <img src={shown} alt="" />
          ) : (
            (instead ?? <IconCamera size={32} stroke={1.6} aria-hidden="true" />)
          )}
        </button>
        <div className={c.imageActions}>
          <button type="button" onClick={choose}>
            <IconPhotoEdit size={20} stroke={1.8} aria-hidden="true" />
            {shown ? t('forms.change') : t('forms.choose')}
          </button>
          {shown ? (
            <button type="button" data-quiet onClick={() => set(null)}>
              <IconTrash size={20} stroke={1.8} aria-hidden="true" />
              {t('forms.removeImage')}
            </button>
          ) : null}
        </div>
      </div>
      {error ? (
        <p className={c.under} role="alert">
          {error}
        </p>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) set(file)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
