const named = new Intl.DateTimeFormat('es-PE', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns "Noviembre de 2026" for `2026-11`. */
export function monthText(month: string) {
  const text = named.format(new Date(`${month}-15T12:00:00Z`))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns this many months up to that of the day, the latest first: `2026-11`. */
export function lastMonths(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, back) => {
    const at = year * 12 + (month - 1) - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}
