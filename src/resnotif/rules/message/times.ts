import { findingAt, type LintFinding } from '../../finding/index.js'
import { dayNumber, isEmptyDate } from '../../read/index.js'
import { valueOf, walkStandard, withoutBlanks, type XmlNode } from '../../xml/index.js'

/** xs:dateTime: a day and a time with seconds, and perhaps a zone. */
const MOMENT =
  /^\d{4}-\d{2}-\d{2}T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,20})?|24:00:00(?:\.0{1,20})?)(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/
const OF_ELEMENTS = ['CreateDateTime', 'LastModifyDateTime'] as const

/** Whether a text, without blanks round it, is a day of the calendar and a time of the day, as xs:dateTime is written. */
export const isMoment = (text: string): boolean =>
  MOMENT.test(text.slice(0, 80)) && dayNumber(text.slice(0, 10)) !== undefined

/** When a message was sent. */
export const checkTimeStamp = (notification: XmlNode): LintFinding[] => checkMoment(notification, 'TimeStamp')

/** When a reservation, and what is in it, was made and changed. */
export const checkTimes = ({ node }: { node: XmlNode }): LintFinding[] =>
  [...walkStandard(node)].flatMap((one) => OF_ELEMENTS.flatMap((name) => checkMoment(one, name)))

function checkMoment(node: XmlNode, name: string): LintFinding[] {
  const value = valueOf(node, name)
  const text = withoutBlanks(value ?? '')
  if (isEmptyDate(text))
    return [
      findingAt('date-time-invalid', node, name, {
        found: `${text.slice(0, 60)}, an empty date`,
        expected: `no ${name}`,
        severity: 'warning',
      }),
    ]
  if (value === undefined || isMoment(text)) return []
  return [
    findingAt('date-time-invalid', node, name, {
      found: text === '' ? 'nothing' : text.slice(0, 60),
      expected: 'a day and a time, such as 2027-01-05T10:00:00Z',
    }),
  ]
}
