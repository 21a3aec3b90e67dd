import { explainFiles, type InputFile, type Kind, mappingText, type ReadOptions } from '../../files/index.js'

/** A file, and how it is to be read as far as that is known. */
export interface Draft {
  file: InputFile
  kind: Kind
  options: ReadOptions
  /** Why it is so, one line each. */
  reasons: string[]
  /** What only a person knows, as lines of the mapping file that are still to be completed. */
  missing: string[]
}

/** The settings of a draft as a mapping file has them. */
export async function mappingOfDraft({ file, kind, options }: Draft): Promise<Record<string, unknown>> {
  // Of a file whose rows name no property nothing is read without one.
  const provisional = options.hotel === undefined && options.map?.['hotel_code'] === undefined
  const [explained] = await explainFiles({
    files: [file],
    kind,
    options: provisional ? { ...options, hotel: '1' } : options,
    isForMapping: true,
  })
  const { hotel, ...mapping } = explained?.mapping ?? {}
  return {
    ...mapping,
    columns: options.map ?? mapping['columns'],
    ...(options.delimiter === undefined || options.delimiter === ',' ? {} : { delimiter: options.delimiter }),
    ...(provisional || hotel === undefined ? {} : { hotel }),
    ...(options.ignoreColumns === undefined || options.ignoreColumns.length === 0
      ? {}
      : { ignore: [...new Set(options.ignoreColumns)] }),
  }
}

/** The text of a mapping file with the reasons above and what is missing below, as comments. */
export function draftText(
  mapping: Readonly<Record<string, unknown>>,
  { reasons, missing }: Draft,
  title: string,
): string {
  return [
    `# ${title}`,
    ...reasons.map((reason) => `# ${reason}`),
    mappingText(mapping).trimEnd(),
    ...(missing.length === 0
      ? []
      : [
          '# Not known yet: take out the "# " and put in what the service uses.',
          ...missing.map((line) => `# ${line}`),
        ]),
    '',
  ].join('\n')
}
