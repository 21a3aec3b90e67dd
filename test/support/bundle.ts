import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

const bundled = new Map<string, Promise<Uint8Array>>()

/** Bundles a script with what it imports into a folder, so that its process starts quickly. Resolves with the new file. */
export async function bundleFile(script: string, folder: string): Promise<string> {
  let bytes = bundled.get(script)
  if (bytes === undefined) bundled.set(script, (bytes = bundle({ entryPoints: [script] })))
  return written(await bytes, path.join(folder, `${path.basename(script, '.ts')}.mjs`))
}

/** The same for a script given as text; its imports begin at this project's `src`. */
export async function bundleText(text: string, folder: string): Promise<string> {
  return written(
    await bundle({
      stdin: { contents: text, loader: 'ts', resolveDir: path.resolve(import.meta.dirname, '../../src') },
    }),
    path.join(folder, 'script.mjs'),
  )
}

async function written(bytes: Uint8Array, file: string): Promise<string> {
  await writeFile(file, bytes)
  return file
}

async function bundle(
  from: { entryPoints: string[] } | { stdin: { contents: string; loader: 'ts'; resolveDir: string } },
): Promise<Uint8Array> {
  // What stays outside is looked for from here: the bundle lies in a folder that has no modules.
  const here = JSON.stringify(import.meta.url)
  const { outputFiles } = await build({
    ...from,
    write: false,
    outfile: 'script.mjs',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
    external: ['@photostructure/sqlite', 'esbuild'],
    banner: {
      js: `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(${here});`,
    },
    define: { 'import.meta.url': here },
  })
  return (outputFiles[0] as { contents: Uint8Array }).contents
}
