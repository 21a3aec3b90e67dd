/** Groups of flags in the help, in the order in which they are shown. Flags without one come first: those of every day. */
export const GROUP = {
  look: 'LOOKING BEFORE SENDING',
  reading: 'READING THE FILES',
  guards: 'GUARDS AGAINST ACCIDENTS',
  pace: 'PACE AND SIZE OF REQUESTS',
  filters: 'FILTERS',
  fields: 'FIELDS',
  message: 'THE MESSAGE',
  unattended: 'UNATTENDED RUNS',
  global: 'GLOBAL',
} as const
