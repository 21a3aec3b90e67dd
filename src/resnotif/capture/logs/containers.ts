import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { isNoticeOfLoss } from '../words/index.js'

/** A line of a container's log: a part of a line (P), or the last part of it (F). */
const LINE = /^\d{4}-\d\d-\d\dT[\d:.]{8,20}(?:Z|[+-]\d\d:\d\d) (stdout|stderr) ([PF])(?: |(?=\r?$))/

/** A line that was kept in parts: nothing else tells that the next one goes on with it. */
const PART = /^\d{4}-\d\d-\d\dT[\d:.]{8,20}(?:Z|[+-]\d\d:\d\d) std(?:out|err) P /m

/** Whether a view is, or holds in parts, the log that Kubernetes keeps of a container; its first line may have lost its beginning. */
function isContainerLog(view: string): boolean {
  const first = lineEnd(view, 0)
  if (isLine(view, 0, first) || isLine(view, first + 1, lineEnd(view, first + 1))) return true
  return (view.includes(' stdout P ') || view.includes(' stderr P ')) && PART.test(view)
}

const isLine = (view: string, start: number, end: number): boolean =>
  LINE.test(view.slice(start, Math.min(end, start + 100)))

/** How docker compose and kubectl begin each line where they show several services or pods at once. */
const SERVICE =
  /^(?:([\w.@-]{0,100}[A-Za-z][\w.@-]{0,100}) {1,60}\|(?: |(?=\r?$))|(\[pod\/[^\]\s]{1,200}\])(?: |(?=\r?$)))/
/** What compose says before the first line of a service. */
const SAID = /^(?:Attaching to .*)?\r?$/

/** What each service or pod of a log wrote, where there are several; undefined where any line is of none. */
function servicesIn(of: Traced, view: string): Traced[] | undefined {
  const outputs = new Map<string, Rewriting>()
  let column: number | undefined
  for (let at = 0; at < view.length;) {
    const end = lineEnd(view, at)
    const line = view.slice(at, Math.min(end, at + 300))
    const [head, service, pod] = SERVICE.exec(line) ?? []
    const name = service ?? pod
    if (head === undefined || name === undefined) {
      if (!SAID.test(line)) return undefined
    } else {
      // The names of services are filled up to one width.
      const bar = service === undefined ? column : head.trimEnd().length
      if (column !== undefined && bar !== column) return undefined
      column = bar
      const output = outputs.get(name) ?? new Rewriting(of)
      outputs.set(name, output)
      output.keep(at + head.length, Math.min(view.length, end + 1))
    }
    at = end + 1
  }
  return outputs.size < 2 ? undefined : [...outputs.values()].map((output) => output.end())
}

/**
 * What was written to each output of a container, without what begins every line, and with lines whole that were kept in parts; or what each of several services wrote, whose
 * lines stand between each other's. Undefined for any other text.
 */
export function containerOutputs(of: Traced, view: string): Traced[] | undefined {
  if (!isContainerLog(view)) return servicesIn(of, view)
  const outputs = new Map<string, Rewriting>()
  let last = ''
  for (let at = 0; at < view.length;) {
    const end = lineEnd(view, at)
    const [head = '', name = last, kind] = LINE.exec(view.slice(at, Math.min(end, at + 100))) ?? []
    const output = outputs.get(name) ?? new Rewriting(of)
    outputs.set(name, output)
    last = name
    // Which output lost lines is not said.
    const isOfAll = isNoticeOfLoss(view.slice(at + head.length, Math.min(end, at + LINE_MAX)))
    for (const one of isOfAll ? outputs.values() : [output])
      one.keep(at + head.length, kind === 'P' ? end : Math.min(view.length, end + 1))
    at = end + 1
  }
  return [...outputs.values()].map((output) => output.end())
}

const LINE_MAX = 500
