/** Epoch milliseconds as they were when this process began, and on from there: a clock that is set back or forward meanwhile changes no wait. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now()
}
