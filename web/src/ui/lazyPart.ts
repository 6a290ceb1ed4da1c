import { type ComponentType, lazy } from 'react'

const loads: (() => Promise<unknown>)[] = []

/** A part of a screen that is not there at first sight. Declared so, `fetchParts` brings it before it is needed. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const once = () => load().then((part) => ({ default: part }))
  loads.push(once)
  return lazy(once)
}

/** Brings all declared parts once the screen stands, so that they open at once, and off line too. */
export const fetchParts = () => {
  for (const load of loads) void load().catch(() => undefined)
}
