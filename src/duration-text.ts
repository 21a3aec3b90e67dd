/** Two units at most: `40 s`, `3 min`, `2 h 5 min`, `3 d 4 h`. */
export function durationText(seconds: number): string {
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 100) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? pair(minutes, 60, 'h', 'min') : pair(hours, 24, 'd', 'h')
}

function pair(value: number, per: number, large: string, small: string): string {
  return value % per === 0 ? `${value / per} ${large}` : `${Math.floor(value / per)} ${large} ${value % per} ${small}`
}
