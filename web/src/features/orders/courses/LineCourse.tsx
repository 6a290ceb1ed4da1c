import { IconHandStop, IconSend2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LineCourse as Course } from '../../../api/model'
import { Chips } from '../../../ui/Chips'
import type { ShownLine } from '../taps'
import type { OrderScreenState } from '../useOrderScreen'
import c from './Courses.module.css'

interface Props {
  work: OrderScreenState
  line: ShownLine
  /** Whether it waits, or will once the account is sent. */
  waits: boolean
}

/** The tools of a line that is not in the kitchen yet: whether it waits, and in which course it is eaten. */
export function LineCourse({ work, line, waits }: Props) {
  const { t } = useTranslation()
  const { courses } = work.catalog
  const none = t('courses.none')
  const choose = (name: string) => {
    const found = courses.find((each) => each.name === name)
    const course: Course | null = found
      ? { id: found.id, name: found.name, position: found.position, at_once: found.at_once }
      : null
    if (course?.id !== line.course?.id) work.taps.change(line, { course })
  }
  const holds = [
    { hold: true, label: t('courses.wait'), Icon: IconHandStop },
    { hold: false, label: t('courses.now'), Icon: IconSend2 },
  ]
  return (
    <div className={c.tools}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser */}
      <div className={c.holds} role="group" aria-label={t('courses.when', { name: line.name })}>
        {holds.map(({ hold, label, Icon }) => (
          <button
            key={label}
            type="button"
            aria-pressed={hold === waits}
            onClick={() => hold !== waits && work.taps.change(line, { hold })}
          >
            <Icon size={19} stroke={1.9} aria-hidden="true" />
            {label}
          </button>
        ))}
      </div>
      <Chips
        label={t('courses.of', { name: line.name })}
        options={[...courses.map(({ name }) => name), none]}
        chosen={[line.course?.name ?? none]}
        onToggle={choose}
      />
    </div>
  )
}
