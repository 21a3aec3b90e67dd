/** The style of a calendar page. Colours keep a contrast of at least 4.5 : 1 with their text, light and dark. */
export const PAGE_STYLE = `
:root{--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--focus:#0550ae;--panel:#f6f8fa;--s0:#dff1e1;--s1:#cfe8ee;--s2:#f8edbb;--s3:#f7d3a5;--s4:#f2b3a6;--shut:#e6e8eb;--none:#ffdcd7;--mark:#8250df}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--soft:#9da7b3;--line:#30363d;--focus:#79c0ff;--panel:#161b22;--s0:#12361f;--s1:#0f3543;--s2:#41380c;--s3:#4d3010;--s4:#56221a;--shut:#21262d;--none:#4a1712;--mark:#d2a8ff}}
*{box-sizing:border-box}
body{margin:0;padding:1rem 1rem 6rem;background:var(--bg);color:var(--fg);font:15px/1.4 system-ui,sans-serif}
h1{font-size:1.35rem;margin:0 0 .25rem}h2{font-size:1.05rem;margin:1.25rem 0 .4rem}
p{margin:.25rem 0;color:var(--soft);max-width:75ch}
.legend{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center}
.key{padding:.1rem .5rem;border-radius:.25rem;color:var(--fg)}
.scroll{width:fit-content;max-width:100%;overflow-x:auto;border:1px solid var(--line);border-radius:.4rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .35rem;border:1px solid var(--line);text-align:center;min-width:3.4rem;font-weight:400}
thead th{color:var(--soft);font-size:.8rem}thead th.weekend{font-weight:700;color:var(--fg)}
abbr{text-decoration:none}
th[scope=row],thead td{position:sticky;left:0;background:var(--bg);text-align:left;white-space:nowrap;min-width:7rem;z-index:1}
td b{display:block;font-weight:600}td i{display:block;font-style:normal;font-size:.75rem;color:var(--fg);min-height:1em;white-space:nowrap}
.s0{background:var(--s0)}.s1{background:var(--s1)}.s2{background:var(--s2)}.s3{background:var(--s3)}.s4{background:var(--s4)}
.shut{background:var(--shut)}.none{background:var(--none)}.unknown{color:var(--soft)}
td.changed,.key.changed{box-shadow:inset 0 0 0 2px var(--mark)}
td:focus{outline:3px solid var(--focus);outline-offset:-3px}
#detail{position:fixed;left:0;right:0;bottom:0;padding:.75rem 1rem;background:var(--panel);border-top:1px solid var(--line);min-height:3.2rem}
@media print{#detail{display:none}.scroll{overflow:visible}}
`

/** Arrow keys move between nights, as in a grid; the night in focus is told in full below. */
export const PAGE_SCRIPT = `
(() => {
  const detail = document.getElementById('detail')
  const cells = [...document.querySelectorAll('td[data-detail]')]
  if (cells.length === 0) return
  cells[0].tabIndex = 0
  const choose = (cell) => {
    for (const one of cells) one.tabIndex = -1
    cell.tabIndex = 0
    cell.focus()
  }
  document.addEventListener('focusin', ({ target }) => {
    if (target.dataset && target.dataset.detail) detail.textContent = target.dataset.detail
  })
  document.addEventListener('click', ({ target }) => {
    const cell = target.closest('td[data-detail]')
    if (cell) choose(cell)
  })
  document.addEventListener('keydown', (event) => {
    const cell = event.target.closest && event.target.closest('td[data-detail]')
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return
    const row = [...cell.parentNode.querySelectorAll('td[data-detail]')]
    const at = row.indexOf(cell)
    const flat = cells.indexOf(cell)
    const beside = (step) => {
      const rows = [...document.querySelectorAll('tbody tr')]
      const next = rows[rows.indexOf(cell.parentNode) + step]
      if (!next) return undefined
      const own = next.querySelectorAll('td[data-detail]')
      return own[Math.min(at, own.length - 1)]
    }
    const target = { ArrowRight: cells[flat + 1], ArrowLeft: cells[flat - 1], ArrowDown: beside(1), ArrowUp: beside(-1), Home: row[0], End: row[row.length - 1] }[event.key]
    if (!target) return
    event.preventDefault()
    choose(target)
  })
})()
`
