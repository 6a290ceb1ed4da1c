import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChoiceGroup, ChoiceOption } from '../../../api/model'
import { GroupChoice } from './GroupChoice'
import c from './GroupChoice.module.css'
import type { ChosenOption } from './rules'

interface Props {
  group: ChoiceGroup
  /** The option that opened the group. */
  option: ChoiceOption
  chosen: ChosenOption[]
  onChange: (chosen: ChosenOption[]) => void
}

/** Asks what to choose in the group that an option opens, in a box below its own group. */
export function OpenedChoice({ group, option, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const asks = useRef(chosen.length === 0)
  // What is to be answered comes into sight, also where the panel is full.
  useEffect(() => {
    if (asks.current) box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className={c.opened}>
      <GroupChoice
        group={group}
        all={[]}
        title={t('choosing.openedBy', { group: group.name, option: option.name })}
        chosen={chosen}
        onChange={onChange}
      />
    </div>
  )
}
