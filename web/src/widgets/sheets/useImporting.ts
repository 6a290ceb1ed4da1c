import { useSearchParams } from 'react-router'

/** True while a file is being imported. It is in the address, so that other screens can link here: the first day's guide does. */
export function useImporting() {
  const [params, setParams] = useSearchParams()
  const set = (open: boolean) =>
    setParams(
      (was) => {
        const next = new URLSearchParams(was)
        if (open) next.set('import', '1')
        else next.delete('import')
        return next
      },
      { replace: true },
    )
  return { isOpen: params.has('import'), open: () => set(true), close: () => set(false) }
}
