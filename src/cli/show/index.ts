/** Tables, documents and faults on the screen and in a pipe. */

export { changeColumns, changeText } from './change-view.js'
export { type KnownNames, missingInside } from './chosen-columns.js'
export { withoutFalseClaims } from './claims.js'
export { count, pronoun } from './count.js'
export { tellLost } from './lost-output.js'
export { faultDocument, faultText, findingText, printFault, toFault, wantsJson } from './print-fault.js'
export { cellText, type Format, FORMATS, printAnswer, writeDocument } from './print.js'
export { isToldBeside, rehearsedAnswer, TRIED, triedAnswer, wouldAnswer } from './rehearsed.js'
export { type Remark, remarkLine, Remarks, remarkText } from './remarks.js'
export { ASKED_SANDBOX, nextStepFault } from './next-words.js'
export { columns, document, list, record, type Shows, text, valueAt, withWarnings } from './view.js'
export { writeYaml } from './yaml-text.js'
