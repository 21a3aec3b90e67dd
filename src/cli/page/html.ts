import { printableLines } from '../../printable.js'

/** What all pages look like. Colours keep a contrast of at least 4.5 : 1 with their text, light and dark; paper has its own. */
const BASE_STYLE = `
:root{--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--focus:#0550ae;--panel:#f6f8fa;--s0:#dff1e1;--s1:#cfe8ee;--s2:#f8edbb;--s3:#f7d3a5;--s4:#f2b3a6;--shut:#e6e8eb;--none:#ffdcd7;--mark:#8250df}
@media screen and (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--soft:#9da7b3;--line:#30363d;--focus:#79c0ff;--panel:#161b22;--s0:#12361f;--s1:#0f3543;--s2:#41380c;--s3:#4d3010;--s4:#56221a;--shut:#21262d;--none:#4a1712;--mark:#d2a8ff}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:var(--bg);color:var(--fg);font:15px/1.4 system-ui,sans-serif}
h1{font-size:1.35rem;margin:0 0 .25rem}h2{font-size:1.05rem;margin:1.25rem 0 .4rem}
p{margin:.25rem 0;color:var(--soft);max-width:75ch;overflow-wrap:anywhere}
.scroll{width:fit-content;max-width:100%;overflow-x:auto;border:1px solid var(--line);border-radius:.4rem}

.s0{background:var(--s0)}.s1{background:var(--s1)}.s2{background:var(--s2)}.s3{background:var(--s3)}.s4{background:var(--s4)}.shut{background:var(--shut)}.none{background:var(--none)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
@media print{body{padding:0;font-size:10px}.scroll{overflow:visible;border:0;max-width:none}section{break-inside:avoid-page}thead{display:table-header-group}}
`

/** Text of others as text of a page: nothing in it is markup, turns the text round or hides itself. Ends of lines stay. */
export function escapeHtml(text: string): string {
  return printableLines(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * A whole page. Nothing may be loaded, and nothing but its own style and script may run.
 * @param title text, which is escaped
 * @param body HTML, whose texts have been escaped
 */
export function htmlPage({
  title,
  style = '',
  body,
  script,
}: {
  title: string
  style?: string
  body: string
  script?: string
}): string {
  const mayRun = script === undefined ? '' : "; script-src 'unsafe-inline'"
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${mayRun}">
<title>${escapeHtml(title)}</title>
<style>${BASE_STYLE}${style}</style>
</head>
<body>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`
}
