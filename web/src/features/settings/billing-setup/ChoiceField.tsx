import { SegmentedControl } from '@mantine/core'
import { useField } from '../../../ui/form/context'
import c from './Setup.module.css'

/** Chooses one of two or three options, all in sight. */
export function ChoiceField(props: {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}) {
  const { value, error, set } = useField<string>(props.name)
  return (
    <div className={c.choice}>
      <b aria-hidden="true">{props.label}</b>
      <SegmentedControl
        fullWidth
        withItemsBorders={false}
        aria-label={props.label}
        classNames={{ label: c.option }}
        value={value}
        onChange={set}
        data={[...props.options]}
      />
      {error ? (
        <p role="alert" className={c.wrong}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
