import type { Severity } from './dialect-rules.js'

/** Rules about the text, the XML and the envelope of a message: what stands before any reservation. As `LINT_RULES`. */
export const MESSAGE_RULES = {
  'xml-broken': [
    'error',
    'A PMS cannot read XML that is not well formed.',
    'Correct the XML at this place; what follows it was not checked.',
  ],
  encoding: [
    'error',
    'The bytes are not in the encoding that the message names, so a PMS that goes by the name refuses it or stores other characters; one that goes by the bytes reads it.',
    'Write the message in UTF-8 and declare that, or nothing.',
  ],
  'xml-doctype': [
    'error',
    'A document type can pull in files and grow without end, so readers refuse it.',
    'Take the DOCTYPE out.',
  ],
  'xml-entity': [
    'error',
    'XML itself knows only lt, gt, amp, quot and apos; a PMS cannot resolve others.',
    'Write the character itself.',
  ],
  'xml-too-large': [
    'error',
    'No reservation needs this much; a PMS refuses it or runs out of memory.',
    'Send one reservation per message, with no more than the attributes of the schema.',
  ],
  'xml-too-deep': [
    'error',
    'A notification is about twenty levels deep; deeper nesting is an accident or an attack.',
    'Send the message without the nesting.',
  ],
  'control-character': [
    'error',
    'XML forbids this character in every spelling, so the whole message is unreadable.',
    'Take the character out where it enters the data.',
  ],
  'odd-character': [
    'warning',
    'Control characters, and letters that a program could not read, are shown or stored as rubbish.',
    'Take the character out, or put the letter back, where it enters the data; the program that captured the message may have lost it.',
  ],
  'letters-misread': [
    'warning',
    'A program read UTF-8 as Latin-1 or Windows-1252 and wrote that as UTF-8 again: the hotel sees two or three wrong signs for each letter, and cannot find this guest.',
    'Read the text as UTF-8 where it comes in (database, form, file) and write it once. If the sender has it right, the program that captured the message did this.',
  ],
  'letters-lost': [
    'warning',
    'Question marks in a name or an address are what is left of letters that a program could not write in its encoding: the hotel cannot greet or find this guest.',
    'Write the message in UTF-8 where it is made. If the sender has the letters, the program that captured or converted the message lost them: capture it again.',
  ],
  'content-length': [
    'warning',
    'A receiver reads as many bytes as Content-Length says: with fewer than the message has it finds XML that is cut, with more it waits until the time is up.',
    'Count the bytes of the encoded body, not its characters. If what captured the message changed its layout, unpacked it or lost a line of it, the length may have been right; what else is called missing may then have stood in that line.',
  ],
  'check-failed': [
    'error',
    'Checking this message failed inside hubswitch: a fault of its own, which says nothing of the message. It was not checked.',
    'Report it with the message, without the names and cards in it.',
  ],
  'not-a-notification': [
    'error',
    'There is no OTA_HotelResNotifRQ with a HotelReservation in it.',
    'Check that this is the captured request.',
  ],
  'several-messages': [
    'error',
    'A PMS takes the first message, the last, or all of them; lint reads one.',
    'Send each message by itself.',
  ],
  'message-in-header': [
    'error',
    'A PMS reads the Body of an envelope; what stands in the Header is not acted upon.',
    'Put the message into the Body.',
  ],
  'element-twice': [
    'error',
    'This part may stand once. A PMS takes the first, the last, or both; lint read the first.',
    'Put what belongs together into one element.',
  ],
  'element-misplaced': [
    'error',
    'Neither a PMS nor lint looks for this element here, so what it says is lost.',
    'Put the element where the schema has it.',
  ],
  'stray-text': [
    'warning',
    'The schema has no text in this element: a PMS that validates refuses it, another drops it.',
    'Take it out, or put it into the element or attribute that is for it.',
  ],
  namespace: [
    'warning',
    'PMS software that reads by namespace sees no message.',
    'Use http://www.opentravel.org/OTA/2003/05.',
  ],
  'namespace-inside': [
    'error',
    'PMS software that reads by namespace does not see this element, nor what is in it; one that validates refuses the message.',
    'Put it into the namespace of the elements around it: no xmlns="" or other xmlns on it, or the same prefix as theirs.',
  ],
  'name-misspelt': [
    'warning',
    'The name is nearly that of a part which is missing here. Names are told apart to the letter, capitals too, so neither a PMS nor lint reads what stands in it.',
    'Write the name as the schema does.',
  ],
  placeholder: [
    'warning',
    'A value that the sender was to fill in stands there as its tool or template had it; a PMS stores it as it is, or refuses it.',
    'Write the value, or leave the attribute or element out.',
  ],
} as const satisfies Record<string, readonly [Severity, string, string]>
