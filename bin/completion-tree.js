// What completion knows of the commands: src/cli/completion/candidates.ts.

/** @param topics of package.json */
export function completionTree({ commands }, topics) {
  const shown = Object.entries(commands).filter(([, { hidden }]) => hidden !== true)
  const next = {}
  const add = (path, word, about) => {
    const list = (next[path] ??= [])
    const known = list.find(([name]) => name === word)
    if (known === undefined) list.push([word, about])
    else if (about !== '') known[1] = about
  }
  const topicText = (words) =>
    words.reduce((at, word, i) => (i === 0 ? at[word] : at?.subtopics?.[word]), topics)?.description ?? ''
  for (const [id, { summary = '' }] of shown) {
    const words = id.split(':')
    for (const [at, word] of words.entries())
      add(words.slice(0, at).join(' '), word, at === words.length - 1 ? summary : topicText(words.slice(0, at + 1)))
  }
  return {
    next,
    commands: Object.fromEntries(
      shown.map(([id, { args, flags, strict }]) => [
        id.replaceAll(':', ' '),
        {
          flags: Object.values(flags)
            .filter(({ hidden }) => hidden !== true)
            .flatMap(({ name, char, summary, description, type, options, multiple, multipleNonGreedy, allowNo }) => {
              const about = (summary ?? description ?? '').split('\n')[0]
              const takes = type === 'option'
              const flag = {
                name,
                ...(char ? { char } : {}),
                about,
                takes,
                ...(options ? { options } : {}),
                ...(multiple ? { many: true, ...(multipleNonGreedy ? {} : { greedy: true }) } : {}),
              }
              return allowNo ? [flag, { name: `no-${name}`, about, takes: false }] : [flag]
            }),
          args: Object.values(args).map(({ name, options }) => ({ name, ...(options ? { options } : {}) })),
          many: strict === false,
        },
      ]),
    ),
  }
}
