import path from 'node:path'
import { build } from 'esbuild'

/** Bundles a script with what it imports into a folder, so that its process starts quickly. Resolves with the new file. */
export function bundleFile(script: string, folder: string): Promise<string> {
  return bundle({ entryPoints: [script] }, path.join(folder, `${path.basename(script, '.ts')}.mjs`))
}

/** The same for a script given as text; its imports begin at this project's `src`. */
export function bundleText(text: string, folder: string): Promise<string> {
  return bundle({ stdin: { contents: text, loader: 'ts', resolveDir: path.resolve(import.meta.dirname, '../../src') } }, path.join(folder, 'script.mjs'))
}

async function bundle(from: { entryPoints: string[] } | { stdin: { contents: string; loader: 'ts'; resolveDir: string } }, outfile: string): Promise<string> {
  // What stays outside is looked for from here: the bundle lies in a folder that has no modules.
  const here = JSON.stringify(import.meta.url)
  await build({
    ...from, outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20.19', logLevel: 'error', external: ['@photostructure/sqlite', 'esbuild'],
    banner: { js: `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(${here});` },
    define: { 'import.meta.url': here },
  })
  return outfile
}
