export const SUMMARY_FORMATS = ['text', 'markdown', 'html', 'json'] as const
export type SummaryFormat = (typeof SUMMARY_FORMATS)[number]
