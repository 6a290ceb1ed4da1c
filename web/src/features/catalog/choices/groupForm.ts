import type { ChoiceGroup } from '../../../api/model'
import type { BodyOf } from '../../../api/paths'

/** An option in the form of a group. */
export interface OptionRow extends Record<string, unknown> {
  /** A number of the row, valid while the form is open: rows come and go. */
  row: number
  id?: number
  name: string
  amount: string
  is_default: boolean
  group_id: number | null
}

export interface GroupValues extends Record<string, unknown> {
  name: string
  minimum: string
  maximum: string
  free: string
  options: OptionRow[]
}

export const emptyOption = (row: number): OptionRow => ({
  row,
  name: '',
  amount: '',
  is_default: false,
  group_id: null,
})

export const groupFormValues = (group: ChoiceGroup | null): GroupValues => ({
  name: group?.name ?? '',
  minimum: String(group?.minimum ?? 1),
  maximum: String(group?.maximum ?? 1),
  free: String(group?.free ?? 0),
  options: group
    ? group.options.map(({ id, name, amount, is_default, group_id }, row) => ({
        ...{ row, id, name, amount, is_default },
        group_id: group_id ?? null,
      }))
    : [emptyOption(0), emptyOption(1)],
})

const whole = (text: string) => Number(text || '0')

/** Returns whether the numbers make a rule that a waiter can follow. */
export const isPossible = ({ minimum, maximum, free }: GroupValues) =>
  whole(maximum) > 0 && whole(minimum) <= whole(maximum) && whole(free) <= whole(maximum)

/** Returns whether some of what may be chosen costs nothing, and the rest does. */
export const includesSome = ({ free, maximum }: GroupValues) =>
  whole(free) > 0 && whole(free) < whole(maximum)

/** Returns the body for the server. An amount that is left empty is the price of the topping. */
export const groupBody = ({ name, minimum, maximum, free, options }: GroupValues) =>
  ({
    name,
    minimum: whole(minimum),
    maximum: whole(maximum),
    free: whole(free),
    options: options.map(({ id, name: option, amount, is_default, group_id }) => ({
      ...{ id, name: option, is_default, group_id },
      amount: amount === '' ? null : amount,
    })),
  }) satisfies BodyOf<'POST', '/choice-groups'>
