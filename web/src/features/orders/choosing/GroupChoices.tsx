import type { ChoiceGroup } from '../../../api/model'
import type { Choices } from '../useChoices'
import { GroupChoice } from './GroupChoice'
import { OpenedChoice } from './OpenedChoice'
import { type ChosenOption, openedBy } from './rules'

/** Asks what to choose in each group of options, and below it in the groups that the chosen options open. */
export function GroupChoices({ choices }: { choices: Choices }) {
  const { groups, all, state, set } = choices
  return groups.map((group) => {
    const chosen = state.options[group.id] ?? []
    const change = (next: ChosenOption[]) => set.options({ ...state.options, [group.id]: next })
    return (
      <GroupChoice key={group.id} group={group} all={all} chosen={chosen} onChange={change}>
        {chosen.map((each) => (
          <Opened key={each.id} group={group} all={all} chosen={chosen} of={each} onChange={change} />
        ))}
      </GroupChoice>
    )
  })
}

interface Props {
  group: ChoiceGroup
  all: ChoiceGroup[]
  chosen: ChosenOption[]
  /** The option that may open a group. */
  of: ChosenOption
  onChange: (chosen: ChosenOption[]) => void
}

function Opened({ group, all, chosen, of, onChange }: Props) {
  const option = group.options.find(({ id }) => id === of.id)
  const opened = option && openedBy(option, all)
  if (!opened) return null
  return (
    <OpenedChoice
      group={opened}
      option={option}
      chosen={of.nested}
      onChange={(nested) => onChange(chosen.map((each) => (each === of ? { ...each, nested } : each)))}
    />
  )
}
