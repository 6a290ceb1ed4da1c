import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** Draws a QR code in the colour of its text. */
export function QrCode({ data, label, className }: { data: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => drawQr(data), [data])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function drawQr(data: string) {
  const qr = qrcode(0, 'M')
  qr.addData(data)
  qr.make()
  const size = qr.getModuleCount()
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (qr.isDark(y, x)) path += `M${x} ${y}h1v1h-1z`
  }
  return { size, path }
}
