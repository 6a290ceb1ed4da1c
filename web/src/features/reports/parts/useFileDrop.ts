import { type DragEvent, useState } from 'react'

/** Takes a file that is dropped on a part of the page; `over` is true while one hangs above it, where it `accepts` any. */
export function useFileDrop(accepts: boolean, onFile: (file: File | undefined) => void) {
  const [over, setOver] = useState(false)
  return {
    over,
    drop: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(accepts)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer.files[0])
      },
    },
  }
}
