import '@fontsource-variable/geist-mono/wght.css'
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaperLine, PaperRun } from '../api/model'
import c from './Paper.module.css'
import { QrCode } from './QrCode'

/** Shows a ticket as the printer prints it: monospaced, with a cut edge, white in the dark scheme too, because it is paper. */
export function Paper({ lines, columns, label }: { lines: PaperLine[]; columns: number; label: string }) {
  const { t } = useTranslation()
  const print = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(print)
  return (
    <article className={c.paper} data-narrow={columns < 40 || undefined} aria-label={label}>
      <div
        ref={print}
        className={c.print}
        style={{ '--columns': columns } as CSSProperties}
        {...(scrolls
          ? { tabIndex: 0, role: 'region', 'aria-label': t('printing.paper.wide', { name: label }) }
          : {})}
      >
        {lines.map((line, index) => (
          // A picture that is cut off at once is a label.
          <Row key={index} line={line} isLabel={lines[index + 1]?.type === 'cut'} />
        ))}
      </div>
    </article>
  )
}

/** True when it is wider than its place: then the keyboard must be able to scroll it. */
function useScrolls(part: RefObject<HTMLElement | null>) {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = part.current
    if (!element) return
    const measure = () => setScrolls(element.scrollWidth > element.clientWidth)
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    // Until its font has loaded the text stands in another one, so it is measured again then.
    document.fonts.addEventListener('loadingdone', measure)
    return () => {
      sizes.disconnect()
      document.fonts.removeEventListener('loadingdone', measure)
    }
  }, [part])
  return scrolls
}

function Row({ line, isLabel }: { line: PaperLine; isLabel: boolean }) {
  const { t } = useTranslation()
  switch (line.type) {
    case 'text':
      return <TextRow runs={line.runs} />
    case 'qr':
      return <QrCode className={c.qr} data={line.data} label={t('printing.paper.qr')} />
    case 'barcode':
      return <div className={c.code}>{line.data}</div>
    case 'image':
      return isLabel ? (
        <Picture image={line.image} label={t('printing.paper.label')} sticker />
      ) : (
        <Picture image={line.image} label={t('printing.paper.logo')} />
      )
    case 'drawer':
      return <div className={c.event}>{t('printing.paper.drawer')}</div>
    default:
      return null
  }
}

function TextRow({ runs }: { runs: PaperRun[] }) {
  const big = runs.some((run) => run.style?.size && run.style.size !== 'normal')
  return (
    <div className={c.line} data-big={big || undefined}>
      {runs.length === 0
        ? ' '
        : runs.map((run, index) => (
            <span
              key={index}
              data-bold={run.style?.bold || undefined}
              data-reverse={run.style?.reverse || undefined}
              data-size={run.style?.size}
            >
              {run.text}
            </span>
          ))}
    </div>
  )
}

interface Dots {
  width_dots: number
  height_dots: number
  /** The picture in Base64: rows of bits, the leftmost first, 1 for black. */
  dots: string
}

function Picture({ image, label, sticker }: { image: Dots; label: string; sticker?: boolean }) {
  const path = useMemo(() => drawDots(image), [image])
  return (
    <svg
      className={c.picture}
      data-sticker={sticker}
      style={{ '--dots': image.width_dots } as CSSProperties}
      viewBox={`0 0 ${image.width_dots} ${image.height_dots}`}
      // The thin strokes of letters would get lost between the dots of a screen.
      shapeRendering={sticker ? 'geometricPrecision' : 'crispEdges'}
      role="img"
      aria-label={label}
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

/** Black neighbours of a row are drawn as one stroke: a logo has tens of thousands of dots. */
function drawDots({ width_dots: width, height_dots: height, dots }: Dots) {
  const bytes = atob(dots)
  const rowBytes = Math.ceil(width / 8)
  const isBlack = (x: number, y: number) =>
    x < width && (bytes.charCodeAt(y * rowBytes + (x >> 3)) & (0x80 >> (x & 7))) !== 0
  let path = ''
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isBlack(x, y)) continue
      const from = x
      while (isBlack(x, y)) x++
      path += `M${from} ${y}h${x - from}v1h${from - x}z`
    }
  }
  return path
}
