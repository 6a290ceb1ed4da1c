import { useRef, useState } from 'react'
import { useLayer } from '../../ui/layers'
import { useShortcuts } from '../../ui/shortcuts'
import { useTypedAnywhere } from '../../ui/typedAnywhere'

/** Searches the floor plan by just typing; on a phone the field is opened first. */
export function useMapSearch(phone: boolean) {
  const [term, setTerm] = useState('')
  const [open, setOpen] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  const start = () => (phone ? setOpen(true) : ref.current?.focus())
  const ahead = useTypedAnywhere(ref, (text) => {
    setTerm(text)
    setOpen(true)
  })
  const change = (next: string) => {
    ahead.current = next
    setTerm(next)
  }
  const stop = () => {
    change('')
    setOpen(false)
    ref.current?.blur()
  }
  // The layer returns the focus nowhere, because it was opened from its own field.
  useLayer(term || (phone && open) ? stop : null, { returns: false })
  useShortcuts({ '/': start })
  return { ref, term, open: phone && (open || !!term), start, change, stop }
}
