const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * In a question with one answer the arrows choose, as in the browser's own radio buttons: the focused answer is the one that is
 * sent.
 */
export function chooseByArrows(event: KeyboardEvent) {
  const step = steps[event.key]
  const group = (event.target as HTMLElement).closest('[role=radio]')?.closest('[role=radiogroup]')
  if (!step || !group || event.ctrlKey || event.altKey || event.metaKey) return
  const answers = [...group.querySelectorAll<HTMLButtonElement>('[role=radio]:not(:disabled)')]
  const at = answers.indexOf(event.target as HTMLButtonElement)
  const next = answers.at((at + step) % answers.length)
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
  next.click()
}
